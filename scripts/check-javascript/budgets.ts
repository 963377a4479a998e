/** Compressed JavaScript of an empty page of Next 16.4.6, in bytes. `npm run lab -- measure-js` reports a change. */
export const emptyPageBytes = 134_904

/** Returns how much compressed JavaScript a page may load in addition to an empty page, in bytes. */
export function budgetOf(route: string): number {
  return route.startsWith('/console') ? 15_000 : 10_000
}
