/** The pause between the end of a refresh and the start of the next one. */
export const refreshEverySeconds = 30
