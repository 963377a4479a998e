/** How long after the end of a refresh the next one begins. */
export const refreshEverySeconds = 30
