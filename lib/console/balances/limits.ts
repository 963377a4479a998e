/** How many balances a page may have ("Limits"). */
export const pageSize = { min: 1, max: 200, default: 50 } as const

/** The longest text that is searched for: no identifier and no wallet address comes near it. */
export const maxSearchLength = 200
