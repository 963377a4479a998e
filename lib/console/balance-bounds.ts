/** How many balances a page may have ("Limits"). */
export const balanceRows = { least: 1, most: 200, otherwise: 50 } as const

/** The longest text that is looked for: no identifier and no address comes near it. */
export const longestSought = 200
