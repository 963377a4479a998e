import type { ConnectDay, PressCount } from '@/lib/records'
import { sumOf } from './sums'

export const daysOfWeek = 7

export type ConnectReport = ReturnType<typeof connectReport>

/** @param days - the oldest first, today last. */
export function connectReport(days: readonly ConnectDay[]) {
  return {
    today: rateOf(days.slice(-1)),
    week: rateOf(days.slice(-daysOfWeek)),
    whole: rateOf(days),
    arrived: sumOf(days.map(({ steps }) => steps.arrived)),
    signedIn: sumOf(days.map(({ steps }) => steps.signed_in)),
    ways: ratesOf(days.map(({ ways }) => ways)),
    languages: ratesOf(days.map(({ languages }) => languages)),
    reasons: byName(days.map(({ reasons }) => reasons))
      .map(([reason, counts]) => ({ reason, count: sumOf(counts) }))
      .toSorted((one, other) => other.count - one.count),
  }
}

export type SuccessRate = ReturnType<typeof rateOf>

/**
 * Without presses that had to wait, because they continue later. `percent` is whole, and null without any press. 100
 * means all of them, and 0 none.
 */
export function rateOf(days: readonly Pick<ConnectDay, 'confirmed' | 'refused'>[]) {
  const confirmed = sumOf(days.map((day) => day.confirmed))
  const total = confirmed + sumOf(days.map(({ refused }) => refused))
  const isMixed = confirmed > 0 && confirmed < total
  const rounded = Math.round((confirmed / total) * 100)
  const percent = isMixed ? Math.min(Math.max(rounded, 1), 99) : rounded
  return { confirmed, total, percent: total === 0 ? null : percent }
}

function ratesOf<Name extends string>(days: readonly Partial<Record<Name, PressCount>>[]) {
  const rates = byName(days).map(([name, counts]) => {
    const results = counts.map(({ presses, confirmed }) => ({ confirmed, refused: presses - confirmed }))
    return { name, ...rateOf(results) }
  })
  return rates.toSorted((one, other) => other.total - one.total)
}

function byName<Name extends string, Count>(days: readonly Partial<Record<Name, Count>>[]): [Name, Count[]][] {
  const collected = new Map<Name, Count[]>()
  for (const [name, count] of days.flatMap((day) => Object.entries(day) as [Name, Count][])) {
    collected.set(name, [...(collected.get(name) ?? []), count])
  }
  return [...collected]
}
