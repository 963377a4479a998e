import { dayInMs } from '@/lib/format'
import { walletWays, type WalletWay } from '@/lib/wallets/ways'
import { connectSteps, type ConnectRecord, type ConnectStep } from './record'

/** The figures of one day in UTC. */
export interface ConnectDay {
  /** As in `2026-01-31`. */
  day: string
  confirmed: number
  refused: number
  /** Refused presses by reason. */
  reasons: Record<string, number>
  /** How often each other step occurred. */
  steps: Record<ConnectStep['step'], number>
  /** Presses by the way to the wallet, without unused ways. */
  ways: Partial<Record<WalletWay, PressCount>>
  /** Presses by the language of the page, a BCP 47 tag, without unused languages. */
  languages: Record<string, PressCount>
}

/** Presses of Connect that were confirmed or refused. */
export interface PressCount {
  presses: number
  confirmed: number
}

/** Figures cover 30 days. With two extra days, no tally expires while the figures still need it. */
export const tallyLifetimeMs = 32 * dayInMs

/** Returns the key of the tally of a time's day in UTC. */
export const tallyKeyOf = (at: number): string => `connects:${dayNameOf(at)}`

const dayNameOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/**
 * Returns the numbers of the day's tally that a record adds to. A press counts by its way and language too: in
 * `way:browser`, and a confirm also in `way:browser:confirmed`. A wait does not count, because the same press continues
 * after it.
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

/** Returns the figures of the day of a time. */
export function dayOf(at: number, tally: Readonly<Record<string, number>>): ConnectDay {
  const count = (field: string) => tally[field] ?? 0
  const namesOf = (kind: string) =>
    Object.keys(tally).flatMap((field) => new RegExp(`^${kind}:([^:]+)$`).exec(field)?.[1] ?? [])
  const pressesBy = <Name extends string>(kind: string, names: readonly Name[]) =>
    Object.fromEntries(
      names.map((name) => {
        const presses = { presses: count(`${kind}:${name}`), confirmed: count(`${kind}:${name}:confirmed`) }
        return [name, presses] as const
      }),
    )
  return {
    day: dayNameOf(at),
    confirmed: count('confirmed'),
    refused: count('refused'),
    reasons: Object.fromEntries(namesOf('reason').map((reason) => [reason, count(`reason:${reason}`)])),
    steps: Object.fromEntries(connectSteps.map((step) => [step, count(step)])) as ConnectDay['steps'],
    ways: pressesBy(
      'way',
      walletWays.filter((way) => count(`way:${way}`) > 0),
    ),
    languages: pressesBy('language', namesOf('language')),
  }
}
