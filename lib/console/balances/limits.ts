/** How many balances a page may have ("Limits"). */
export const pageSize = { min: 1, max: 200, default: 50 } as const
