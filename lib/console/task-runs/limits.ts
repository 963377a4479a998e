/** The threshold that the page offers, in whole minutes: up to a week. */
export const stuckMinutes = { min: 1, max: 7 * 24 * 60 } as const
