/** The ID of the element with the search field. */
export const searchId = 'console-search'
