/** The name of an error, for the log: unlike its message it quotes nothing. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
