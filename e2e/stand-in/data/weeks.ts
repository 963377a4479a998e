import { dayInMs, minuteInMs } from '../clock'
import type { DataSetting } from '../settings'
import { Random } from './random'

/* The weeks of the conversions, by number. */

const weekInMs = 7 * dayInMs
// Week 0 starts at the first Monday of the epoch.
const firstMonday = 4 * dayInMs

export function periodStart(week: number): number {
  return firstMonday + week * weekInMs
}

export function periodEnd(week: number): number {
  return periodStart(week + 1)
}

/** Returns the number of the week at a time. */
export function runningWeek(now: number): number {
  return Math.floor((now - firstMonday) / weekInMs)
}

/** Returns the time of the week's conversion, some hours into the next Monday. */
export function convertedAt({ seed }: DataSetting, week: number): number {
  return periodEnd(week) + new Random('hour', seed, week).int(5, 300) * minuteInMs
}

/** Returns the latest week with a conversion at a time. */
export function latestWeek(data: DataSetting, now: number): number {
  const ended = runningWeek(now) - 1
  return convertedAt(data, ended) <= now ? ended : ended - 1
}

/** The time of the stand-in's start, and its current time. */
export type Times = Record<'startedAt' | 'now', number>

/** Returns the weeks of the listed conversions, latest first. These are the weeks at the start, and all later ones. */
export function convertedWeeks(data: DataSetting, { startedAt, now }: Times): number[] {
  const latest = latestWeek(data, now)
  const count = data.conversions + latest - latestWeek(data, startedAt)
  return Array.from({ length: count }, (_, i) => latest - i)
}

/**
 * Returns the deliberate flaw of a week. The shares make 97 %, the users' or the total bolts differ from the sum of
 * their parts, or no user took part. Each flaw occurs in one week of fifty.
 */
export function flawOf(week: number): 'shares' | 'users' | 'total' | 'nobody' | null {
  const flaws = { 7: 'shares', 19: 'users', 31: 'total', 43: 'nobody' } as const
  return flaws[(week % 50) as keyof typeof flaws] ?? null
}
