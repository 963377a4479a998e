/** The element with the search field: the button of a narrow screen, its key and the layout name it. */
export const searchId = 'console-search'
