import type { RateSetting } from './rate-limit'

/**
 * Behaviour that the interface does not define and a client may not expect. Only the nulls contradict the interface's
 * text.
 */
export interface Quirks {
  /** Ignores unknown parameters instead of refusing them. */
  ignoresUnknown: boolean
  /** The max rows of a page. The pagination still reports the requested page size. */
  maxRows: number | null
  /** The rate limit of reads for a key. */
  readRate: RateSetting | null
  /** The delay of a read in milliseconds. */
  readDelayMs: number
  /** An amount, a name or a time is null in every Nth record. */
  nullsEvery: number | null
  /** The answer to an unknown address. */
  unknownWallet: { status: number; error: string }
  /** Interprets `until` as the start of its day, so the list contains nothing of that day. */
  untilIsMidnight: boolean
  /** Writes the numbers of the pagination as texts. */
  textPagination: boolean
}

export const noQuirks: Quirks = {
  ignoresUnknown: false,
  maxRows: null,
  readRate: null,
  readDelayMs: 0,
  nullsEvery: null,
  unknownWallet: { status: 404, error: 'Wallet not found' },
  untilIsMidnight: false,
  textPagination: false,
}

/** The quirks of the demo. With these, the console still has data to show. */
export const demoQuirks: Quirks = {
  ...noQuirks,
  ignoresUnknown: true,
  maxRows: 100,
  readRate: { requests: 120, windowMs: 60_000 },
  nullsEvery: 40,
  unknownWallet: { status: 404, error: 'No such account' },
  untilIsMidnight: true,
  textPagination: true,
}

/** Sets a field to null in every Nth record of a list. */
export function withNulls<Item extends object>(
  items: readonly Item[],
  field: keyof Item & string,
  { nullsEvery }: Pick<Quirks, 'nullsEvery'>,
): (Item | Record<string, unknown>)[] {
  if (nullsEvery === null) return [...items]
  return items.map((item, index) => (index % nullsEvery === nullsEvery - 1 ? { ...item, [field]: null } : item))
}
