/** How many rows a page may have ("Limits"), and has where nothing else is asked for. */
export const pageSize = { min: 1, max: 200, default: 50 } as const
