import { dayInMs } from '@/lib/config/durations'
import { formatDay } from '@/lib/format'
import { walletWays } from '@/lib/wallets'
import { connectSteps, type ConnectRecord, type ConnectStep } from './record'

/** Figures cover 30 days. With two extra days, no tally expires while the figures still need it. */
export const tallyLifetimeMs = 32 * dayInMs

/** The key of the tally of a day in UTC, which holds for example `{"confirmed":2,"way:browser":2}`. */
export const tallyKeyOf = (at: number): string => `connects:${formatDay(new Date(at))}`

/**
 * Returns the numbers of the day's tally that a record adds to. A press also counts by its way and language, such as in
 * `way:browser`. A confirm also counts in `way:browser:confirmed`. A wait does not count, because the press continues.
 *
 * @param isSignedIn - an arrival of a signed-in user also counts as a sign-in.
 */
export function countedOf({ outcome, reason, way, language }: ConnectRecord, isSignedIn: boolean): string[] {
  if (outcome === 'wait') return []
  if (outcome === 'arrived' && isSignedIn) return ['arrived', 'signed_in']
  if (outcome !== 'confirmed' && outcome !== 'refused') return [outcome]
  const groups = [...(way ? [`way:${way}`] : []), ...(language ? [`language:${language}`] : [])]
  if (outcome === 'refused') return ['refused', `reason:${reason}`, ...groups]
  return ['confirmed', ...groups, ...groups.map((group) => `${group}:confirmed`)]
}

export type ConnectDay = ReturnType<typeof dayOf>

export interface PressCount {
  presses: number
  confirmed: number
}

export function dayOf(at: number, tally: Readonly<Record<string, number>>) {
  const count = (field: string) => tally[field] ?? 0
  const namesOf = (kind: string) =>
    Object.keys(tally).flatMap((field) => new RegExp(`^${kind}:([^:]+)$`).exec(field)?.[1] ?? [])
  const presses = (group: string): PressCount => ({ presses: count(group), confirmed: count(`${group}:confirmed`) })
  const ways = walletWays.filter((way) => count(`way:${way}`) > 0)
  return {
    /** In UTC, as in `2026-01-31`. */
    day: formatDay(new Date(at)),
    confirmed: count('confirmed'),
    refused: count('refused'),
    reasons: byName(namesOf('reason'), (reason) => count(`reason:${reason}`)),
    steps: byName(connectSteps, count) as Record<ConnectStep['step'], number>,
    /** Without unused ways. */
    ways: byName(ways, (way) => presses(`way:${way}`)),
    /** By BCP 47 tag, without unused languages. */
    languages: byName(namesOf('language'), (language) => presses(`language:${language}`)),
  }
}

const byName = <Name extends string, Value>(names: readonly Name[], valueOf: (name: Name) => Value) =>
  Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Partial<Record<Name, Value>>
