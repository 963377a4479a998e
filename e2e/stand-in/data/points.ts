import { dateTime, dayInMs, minuteInMs } from '../clock'
import { ulid } from '../ids'
import type { DataSetting } from '../settings'
import { Random } from './random'
import { firstWallet, userId } from './users'

/*
 * The points of the users in each week, their weekly conversion, and the balances. Each point of a week earns the same
 * number of bolts, so that a balance needs only the weeks of its user.
 */

const weekInMs = 7 * dayInMs
// Week 0 starts at the first Monday of the epoch.
const firstMonday = 4 * dayInMs
const periodStart = (week: number) => firstMonday + week * weekInMs

/** Bolts are counted in ten-thousandths, because sums of whole numbers are exact. */
const unitsInBolt = 10_000

/** The time of the stand-in's start, and its current time. */
type Times = Record<'startedAt' | 'now', number>

/** Returns the time of the week's conversion, some hours into the next Monday. */
export const convertedAt = ({ seed }: DataSetting, week: number): number =>
  periodStart(week + 1) + new Random('hour', seed, week).int(5, 300) * minuteInMs

const runningWeek = (now: number) => Math.floor((now - firstMonday) / weekInMs)

function latestWeek(data: DataSetting, now: number): number {
  const ended = runningWeek(now) - 1
  return convertedAt(data, ended) <= now ? ended : ended - 1
}

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
function flawOf(week: number): 'shares' | 'users' | 'total' | 'nobody' | null {
  const flaws = { 7: 'shares', 19: 'users', 31: 'total', 43: 'nobody' } as const
  return flaws[(week % 50) as keyof typeof flaws] ?? null
}

/** The first users take part at least twice a year. */
const regulars = 8

/** Returns the points of a user in a week; 0 if the user has not taken part. */
function pointsOf(data: DataSetting, user: number, week: number): number {
  const others = Math.ceil(data.users / data.breakdownUsers)
  const every = user < regulars ? Math.min(25, others) : others
  if ((user + week) % every > 0 || flawOf(week) === 'nobody') return 0
  return Math.ceil(new Random('points', data.seed, user, week).next() ** 3 * 9000)
}

function* usersOf(data: DataSetting, week: number) {
  for (let user = 0; user < data.users; user += 1) {
    const points = pointsOf(data, user, week)
    if (points > 0) yield { user, points }
  }
}

const unitsPerPoint = (week: number) => 400 + 4 * (week % 50)

/** Computes the conversion record of a week. The result is always the same. */
export function conversionOf(data: DataSetting, week: number) {
  const flaw = flawOf(week)
  const entries = [...usersOf(data, week)]
  const pool = entries.reduce((sum, { points }) => sum + points, 0)
  const users = pool * unitsPerPoint(week)
  const owner = users / 4
  const at = convertedAt(data, week)
  return {
    conversion_id: ulid(at, new Random('conversion', data.seed, week).bytes(16)),
    converted_at: dateTime(at),
    period_started_at: dateTime(periodStart(week)),
    period_ended_at: dateTime(periodStart(week + 1)),
    total_subnet_points_in_pool: pool,
    gross_bolts_allocation: pool > 0 ? (users + owner) / unitsInBolt : 50_000,
    total_bolts_distributed: (users + owner + (flaw === 'total' ? 125_000 : 0)) / unitsInBolt,
    user_bolts_distributed: (users + (flaw === 'users' ? 52_500 : 0)) / unitsInBolt,
    owner_bolts_distributed: owner / unitsInBolt,
    user_breakdown: entries.map(({ user, points }) => ({
      wallet_address: firstWallet(data, user),
      user_id: userId(data, user),
      subnet_points: points,
      share_percentage: Number(((points / pool) * (flaw === 'shares' ? 97 : 100)).toFixed(4)),
      bolts_earned: (points * unitsPerPoint(week)) / unitsInBolt,
    })),
  }
}

/** Computes a user's balance record from all listed conversions and the points since the last one. */
export function balanceOf(data: DataSetting, user: number, times: Times) {
  const sums = { converted: 0, units: 0, current: 0 }
  for (const week of convertedWeeks(data, times)) {
    const points = pointsOf(data, user, week)
    sums.converted += points
    sums.units += points * unitsPerPoint(week)
  }
  // The service converts a week only some hours after its end.
  for (let week = latestWeek(data, times.now) + 1; week <= runningWeek(times.now); week += 1) {
    sums.current += pointsOf(data, user, week)
  }
  return {
    wallet_address: firstWallet(data, user),
    user_id: userId(data, user),
    current_period_points: sums.current,
    all_time_points: sums.converted + sums.current,
    bolts: sums.units / unitsInBolt,
  }
}
