/** The name of an error for the log. Unlike the message, it quotes nothing. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
