import { dateTime, dayInMs, hourInMs } from '../clock'
import { ulid } from '../ids'
import type { DataSetting } from '../settings'
import { Random } from './random'
import { userId, walletOf } from './users'

/* The points of the users in each week, their weekly conversion, and the balances. */

const weekInMs = 7 * dayInMs
// Week 0 starts at the first Monday of the epoch.
const firstMonday = 4 * dayInMs
const periodStart = (week: number) => firstMonday + week * weekInMs

/** A fraction of two, so that sums are exact. */
const boltsPerPoint = 0.25

/** The time of the stand-in's start, and its current time. */
type Times = Record<'startedAt' | 'now', number>

/** Returns the time of the week's conversion, early on the next Monday. */
export const convertedAt = (week: number): number => periodStart(week + 1) + 2 * hourInMs

const latestWeek = (now: number) => Math.floor((now - convertedAt(0)) / weekInMs)

/** Returns the weeks of the listed conversions, latest first. These are the weeks at the start, and all later ones. */
export function convertedWeeks({ conversions }: DataSetting, { startedAt, now }: Times): number[] {
  const latest = latestWeek(now)
  return Array.from({ length: conversions + latest - latestWeek(startedAt) }, (_, i) => latest - i)
}

/** Returns the points of a user in a week; 0 if the user has not taken part. */
function pointsOf({ seed, users, breakdownUsers }: DataSetting, user: number, week: number): number {
  if ((user + week) % Math.ceil(users / breakdownUsers) > 0) return 0
  return Math.ceil(new Random('points', seed, user, week).next() ** 3 * 9000)
}

/** Computes the conversion record of a week. The result is always the same. In one week of 25, the total is wrong. */
export function conversionOf(data: DataSetting, week: number) {
  const entries = Array.from({ length: data.users }, (_, user) => ({
    user,
    points: pointsOf(data, user, week),
  })).filter(({ points }) => points > 0)
  const pool = entries.reduce((sum, { points }) => sum + points, 0)
  const users = pool * boltsPerPoint
  const owner = users / 4
  const at = convertedAt(week)
  return {
    conversion_id: ulid(at, new Random('conversion', data.seed, week).bytes(16)),
    converted_at: dateTime(at),
    period_started_at: dateTime(periodStart(week)),
    period_ended_at: dateTime(periodStart(week + 1)),
    total_subnet_points_in_pool: pool,
    gross_bolts_allocation: users + owner,
    total_bolts_distributed: users + owner + (week % 25 === 7 ? 12.5 : 0),
    user_bolts_distributed: users,
    owner_bolts_distributed: owner,
    user_breakdown: entries.map(({ user, points }) => ({
      wallet_address: walletOf(data, user),
      user_id: userId(data, user),
      subnet_points: points,
      share_percentage: Number(((points / pool) * 100).toFixed(4)),
      bolts_earned: points * boltsPerPoint,
    })),
  }
}

/** Computes a user's balance record from all listed conversions and the points since the last one. */
export function balanceOf(data: DataSetting, user: number, times: Times) {
  const current = pointsOf(data, user, latestWeek(times.now) + 1)
  const converted = convertedWeeks(data, times).reduce((sum, week) => sum + pointsOf(data, user, week), 0)
  return {
    wallet_address: walletOf(data, user),
    user_id: userId(data, user),
    current_period_points: current,
    all_time_points: converted + current,
    bolts: converted * boltsPerPoint,
  }
}
