import type { ConnectDay } from '@/lib/records'

/** A day's bar: lengths in percent of the longest one. */
export interface RateBar {
  day: string
  confirmed: number
  total: number
  confirmedLength: number
  refusedLength: number
}

/** How attempts went over some days. */
interface ConnectRate {
  confirmed: number
  total: number
  /** The most frequent first. */
  reasons: { reason: string; count: number }[]
  /** A bar for each day, the newest first. */
  bars: RateBar[]
}

/** Sums days up, and lays their bars out. Attempts that had to wait are in neither number. */
export function connectRate(days: readonly ConnectDay[]): ConnectRate {
  const longest = Math.max(1, ...days.map(({ confirmed, refused }) => confirmed + refused))
  const length = (count: number) => (count / longest) * 100
  const counts = new Map<string, number>()
  for (const { reasons } of days) {
    for (const [reason, count] of Object.entries(reasons)) counts.set(reason, (counts.get(reason) ?? 0) + count)
  }
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  return {
    confirmed: sum(days.map(({ confirmed }) => confirmed)),
    total: sum(days.map(({ confirmed, refused }) => confirmed + refused)),
    reasons: [...counts].map(([reason, count]) => ({ reason, count })).sort((one, other) => other.count - one.count),
    bars: days.toReversed().map(({ day, confirmed, refused }) => ({
      day,
      confirmed,
      total: confirmed + refused,
      confirmedLength: length(confirmed),
      refusedLength: length(refused),
    })),
  }
}
