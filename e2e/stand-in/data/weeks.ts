import { dayInMs, minuteInMs } from '../clock'
import type { DataSetting } from '../settings'
import { Random } from './random'

/* The weeks that points are converted by, each by its number. */

const weekInMs = 7 * dayInMs
// The first Monday of the epoch: week 0 starts here.
const firstMonday = 4 * dayInMs

export function periodStart(week: number): number {
  return firstMonday + week * weekInMs
}

export function periodEnd(week: number): number {
  return periodStart(week + 1)
}

/** The week that it is at that time. */
export function runningWeek(now: number): number {
  return Math.floor((now - firstMonday) / weekInMs)
}

/** When the week's points were converted: some hours into the Monday after it. */
export function convertedAt({ seed }: DataSetting, week: number): number {
  return periodEnd(week) + new Random('hour', seed, week).int(5, 300) * minuteInMs
}

/** The latest week that has been converted at that time. */
export function latestWeek(data: DataSetting, now: number): number {
  const ended = runningWeek(now) - 1
  return convertedAt(data, ended) <= now ? ended : ended - 1
}

/** When the stand-in started, and what time it is there. */
export type Times = Record<'startedAt' | 'now', number>

/** The weeks whose conversions are listed, the latest first: those that there were at the start, and all since. */
export function convertedWeeks(data: DataSetting, { startedAt, now }: Times): number[] {
  const latest = latestWeek(data, now)
  const count = data.conversions + latest - latestWeek(data, startedAt)
  return Array.from({ length: count }, (_, i) => latest - i)
}

/**
 * What is wrong with the week's numbers, on purpose: its shares are those of 97%, the users' or the
 * total bolts are not the sum of their parts, or nobody took part. Each befalls one week in fifty.
 */
export function flawOf(week: number): 'shares' | 'users' | 'total' | 'nobody' | null {
  const flaws = { 7: 'shares', 19: 'users', 31: 'total', 43: 'nobody' } as const
  return flaws[(week % 50) as keyof typeof flaws] ?? null
}
