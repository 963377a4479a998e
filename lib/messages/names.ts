/** The placeholders that every message may have: the names of `brand.json`. */
export const names: ReadonlySet<string> = new Set(['site', 'service', 'operator'])
