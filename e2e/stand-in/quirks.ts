import type { RateSetting } from './rate-limit'

/**
 * What the interface leaves open, and a service may do otherwise than a client expects. None of it is against
 * the interface's text, but for the nulls.
 */
export interface Quirks {
  /** Ignores parameters that it does not know, instead of refusing them. */
  ignoresUnknown: boolean
  /** Gives no more rows a page than this, and still says the page size that was asked for. */
  maxRows: number | null
  /** Gives no rows on this page of a list, counted from 1. */
  emptyPage: number | null
  /** With every page that is read, so many rows come in front of a list; negative: so many are removed from there. */
  shiftsBy: number
  /** How many reads a key may make in which time. */
  readRate: RateSetting | null
  /** Milliseconds before a read is answered. */
  readDelayMs: number
  /** In every so-manieth record, an amount, a name or a time is null. */
  nullsEvery: number | null
  /** The answer to an address that belongs to no account. */
  unknownWallet: { status: number; error: string }
  /** Takes the date of `until` for its first moment, so that nothing of that day is listed. */
  untilIsMidnight: boolean
  /** Writes amounts that no double holds. */
  hugeNumbers: boolean
  /** Writes the numbers of the pagination as text. */
  textPagination: boolean
}

export const noQuirks: Quirks = {
  ignoresUnknown: false,
  maxRows: null,
  emptyPage: null,
  shiftsBy: 0,
  readRate: null,
  readDelayMs: 0,
  nullsEvery: null,
  unknownWallet: { status: 404, error: 'Wallet not found' },
  untilIsMidnight: false,
  hugeNumbers: false,
  textPagination: false,
}

/** Those of the demo with bad quirks: all that can be bad while the console still has something to show. */
export const demoQuirks: Quirks = {
  ...noQuirks,
  ignoresUnknown: true,
  maxRows: 100,
  readRate: { requests: 120, windowMs: 60_000 },
  nullsEvery: 40,
  unknownWallet: { status: 404, error: 'No such account' },
  untilIsMidnight: true,
  hugeNumbers: true,
  textPagination: true,
}

/** Sets a field to null in every so-manieth record of a list. */
export function withNulls<Item extends object>(
  items: readonly Item[],
  field: keyof Item & string,
  { nullsEvery }: Pick<Quirks, 'nullsEvery'>,
): (Item | Record<string, unknown>)[] {
  if (nullsEvery === null) return [...items]
  return items.map((item, index) => (index % nullsEvery === nullsEvery - 1 ? { ...item, [field]: null } : item))
}

/** 2^53 + 1, the first whole number that no double holds. */
const factor = 9_007_199_254_740_993n

const amounts =
  /"(current_period_points|all_time_points|bolts|bolts_earned|subnet_points|total_subnet_points_in_pool|gross_bolts_allocation|total_bolts_distributed|user_bolts_distributed|owner_bolts_distributed)":(-?\d+)(?:\.(\d+))?(?![\d.eE])/g

/** Multiplies each amount of a JSON text, exactly, so that sums hold as they did. */
export function withHugeNumbers(json: string): string {
  return json.replace(amounts, (_, name: string, whole: string, fraction = '') => {
    const digits = String(BigInt(whole + fraction) * factor).padStart(fraction.length + 1, '0')
    const point = digits.length - fraction.length
    return `"${name}":${digits.slice(0, point)}${fraction && `.${digits.slice(point)}`}`
  })
}
