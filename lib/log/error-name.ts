/** Returns the name of an error for the log. Unlike the message, the name quotes nothing. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
