import type { ConnectDay, PressCount } from '@/lib/records'

export const daysOfWeek = 7

/**
 * How many presses the service confirmed. No number counts a press that had to wait, because it continues later.
 */
export interface SuccessRate {
  confirmed: number
  /** The confirmed and the refused presses. */
  total: number
  /**
   * The confirmed presses in whole percent; null without any press. It is 100 only if the service confirmed all, and 0
   * only if it confirmed none.
   */
  percent: number | null
}

/** The column of a day. Its heights are in percent of the highest day's. */
export interface DayColumn extends SuccessRate {
  /** In UTC, as in `2026-01-31`. */
  day: string
  refused: number
  confirmedHeight: number
  refusedHeight: number
}

/** One step on the way to a confirm. A user can open a link and press Connect more than once. */
interface FunnelStep {
  step: 'arrived' | 'signed_in' | 'pressed' | 'confirmed'
  count: number
  /** In percent of the most frequent step's count. */
  length: number
}

/** The presses of one way or one language. */
export interface GroupRate<Name extends string = string> extends SuccessRate {
  name: Name
}

/** The results of connects over several days. */
export interface ConnectReport {
  today: SuccessRate
  /** The last 7 days, today included. */
  week: SuccessRate
  /** All given days. */
  whole: SuccessRate
  /** A column for each day, the oldest first. */
  columns: DayColumn[]
  /** From the link to the confirm. */
  funnel: FunnelStep[]
  /** By the way to the wallet, the most frequent first. */
  ways: GroupRate<keyof ConnectDay['ways']>[]
  /** By the language of the page, the most frequent first. */
  languages: GroupRate[]
  /** The reasons of the refusals, the most frequent first. */
  reasons: { reason: string; count: number }[]
}

/**
 * Sums up days for the page of connects.
 *
 * @param days - the oldest first, today last.
 */
export function connectReport(days: readonly ConnectDay[]): ConnectReport {
  return {
    today: rateOf(days.slice(-1)),
    week: rateOf(days.slice(-daysOfWeek)),
    whole: rateOf(days),
    columns: columnsOf(days),
    funnel: funnelOf(days),
    ways: groupsOf(days.map(({ ways }) => ways)),
    languages: groupsOf(days.map(({ languages }) => languages)),
    reasons: reasonsOf(days),
  }
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

/** Sums up the presses of several days. */
export function rateOf(days: readonly ConnectDay[]): SuccessRate {
  const confirmed = sum(days.map((day) => day.confirmed))
  return successRate(confirmed, confirmed + sum(days.map(({ refused }) => refused)))
}

function successRate(confirmed: number, total: number): SuccessRate {
  if (total === 0) return { confirmed, total, percent: null }
  const isMixed = confirmed > 0 && confirmed < total
  const percent = Math.round((confirmed / total) * 100)
  return { confirmed, total, percent: isMixed ? Math.min(Math.max(percent, 1), 99) : percent }
}

function columnsOf(days: readonly ConnectDay[]): DayColumn[] {
  const highest = Math.max(1, ...days.map(({ confirmed, refused }) => confirmed + refused))
  return days.map(({ day, confirmed, refused }) => ({
    day,
    refused,
    ...successRate(confirmed, confirmed + refused),
    confirmedHeight: (confirmed / highest) * 100,
    refusedHeight: (refused / highest) * 100,
  }))
}

function funnelOf(days: readonly ConnectDay[]): FunnelStep[] {
  const { confirmed, total: pressed } = rateOf(days)
  const counts = {
    arrived: sum(days.map(({ steps }) => steps.arrived)),
    signed_in: sum(days.map(({ steps }) => steps.signed_in)),
    pressed,
    confirmed,
  }
  const most = Math.max(1, ...Object.values(counts))
  return (['arrived', 'signed_in', 'pressed', 'confirmed'] as const).map((step) => ({
    step,
    count: counts[step],
    length: (counts[step] / most) * 100,
  }))
}

function groupsOf<Name extends string>(days: readonly Partial<Record<Name, PressCount>>[]): GroupRate<Name>[] {
  const entries = days.flatMap((day) => Object.entries(day) as [Name, PressCount][])
  const names = [...new Set(entries.map(([name]) => name))]
  const groups = names.map((name) => {
    const counts = entries.filter(([other]) => other === name).map(([, count]) => count)
    const confirmed = sum(counts.map((count) => count.confirmed))
    return { name, ...successRate(confirmed, sum(counts.map(({ presses }) => presses))) }
  })
  return groups.toSorted((one, other) => other.total - one.total)
}

function reasonsOf(days: readonly ConnectDay[]): ConnectReport['reasons'] {
  const counts = new Map<string, number>()
  for (const { reasons } of days) {
    for (const [reason, count] of Object.entries(reasons)) counts.set(reason, (counts.get(reason) ?? 0) + count)
  }
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((one, other) => other.count - one.count)
}
