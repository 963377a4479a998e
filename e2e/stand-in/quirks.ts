import type { RateSetting } from './rate-limit'

/**
 * Behaviour that the interface does not define and a client may not expect. Only the nulls contradict the interface's
 * text.
 */
export interface Quirks {
  /** Ignores unknown parameters instead of refusing them. */
  ignoresUnknown: boolean
  /** The rate limit of reads for a key. */
  readRate: RateSetting | null
  /** The delay of a read in milliseconds. */
  readDelayMs: number
  /** An amount, a name or a time is null in every Nth record. */
  nullsEvery: number | null
}

export const noQuirks: Quirks = { ignoresUnknown: false, readRate: null, readDelayMs: 0, nullsEvery: null }

/** Sets a field to null in every Nth record of a list. */
export function withNulls<Item extends object>(
  items: readonly Item[],
  field: keyof Item & string,
  { nullsEvery }: Pick<Quirks, 'nullsEvery'>,
): (Item | Record<string, unknown>)[] {
  if (nullsEvery === null) return [...items]
  return items.map((item, index) => (index % nullsEvery === nullsEvery - 1 ? { ...item, [field]: null } : item))
}
