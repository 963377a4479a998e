import { dateTime, dayInMs, minuteInMs } from '../clock'
import { ulid } from '../ids'
import type { DataSetting } from '../settings'
import { Random } from './random'
import { firstWallet, userId } from './users'

/** An entry of a conversion's `user_breakdown`. */
interface BreakdownEntry {
  wallet_address: string
  user_id: string
  subnet_points: number
  share_percentage: number
  bolts_earned: number
}

/** A conversion record of the interface. */
export interface ConversionRecord {
  conversion_id: string
  converted_at: string
  period_started_at: string
  period_ended_at: string
  total_subnet_points_in_pool: number
  gross_bolts_allocation: number
  total_bolts_distributed: number
  user_bolts_distributed: number
  owner_bolts_distributed: number
  user_breakdown: BreakdownEntry[]
}

const weekInMs = 7 * dayInMs
// The first Monday of the epoch: week 0 starts here.
const firstMonday = 4 * dayInMs

/** When the week's points were converted: some hours into the Monday after it. */
export function convertedAt({ seed }: DataSetting, week: number): number {
  return periodEnd(week) + new Random('hour', seed, week).int(5, 300) * minuteInMs
}

/** The latest week that has been converted at that time. */
export function latestWeek(data: DataSetting, now: number): number {
  const ended = Math.floor((now - firstMonday) / weekInMs) - 1
  return convertedAt(data, ended) <= now ? ended : ended - 1
}

/** The conversion of that week: the same one whenever it is asked for. */
export function conversionOf(data: DataSetting, week: number): ConversionRecord {
  const random = new Random('conversion', data.seed, week)
  const flaw = flawOf(week)
  const points = flaw === 'nobody' ? [] : pointsOf(data, random)
  const pool = sum(points.map(([, earned]) => earned))
  const gross = random.int(40_000, 120_000)
  const ownerPart = random.int(10, 25) / 100

  const breakdown = points.map(([user, earned]): BreakdownEntry => {
    const share = earned / pool
    return {
      wallet_address: firstWallet(data, user),
      user_id: userId(data, user),
      subnet_points: earned,
      share_percentage: round(share * (flaw === 'shares' ? 97 : 100)),
      bolts_earned: floor(gross * (1 - ownerPart) * share),
    }
  })
  const users = round(sum(breakdown.map((entry) => entry.bolts_earned)))
  const owner = pool > 0 ? floor(gross * ownerPart) : 0

  return {
    conversion_id: ulid(convertedAt(data, week), random.bytes(16)),
    converted_at: dateTime(convertedAt(data, week)),
    period_started_at: dateTime(firstMonday + week * weekInMs),
    period_ended_at: dateTime(periodEnd(week)),
    total_subnet_points_in_pool: pool,
    gross_bolts_allocation: gross,
    total_bolts_distributed: round(users + owner + (flaw === 'total' ? 12.5 : 0)),
    user_bolts_distributed: round(users + (flaw === 'users' ? 5.25 : 0)),
    owner_bolts_distributed: owner,
    user_breakdown: breakdown,
  }
}

/**
 * What is wrong with the week's numbers, on purpose: its shares are those of 97%, the users' or the
 * total bolts are not the sum of their parts, or nobody took part. Each befalls one week in fifty.
 */
function flawOf(week: number): 'shares' | 'users' | 'total' | 'nobody' | null {
  const flaws = { 7: 'shares', 19: 'users', 31: 'total', 43: 'nobody' } as const
  return flaws[(week % 50) as keyof typeof flaws] ?? null
}

/** Who earned how much: users from all over the range, each at most once. */
function pointsOf(data: DataSetting, random: Random): [user: number, earned: number][] {
  const most = Math.min(data.breakdownUsers, data.users)
  const count = random.int(Math.ceil(most / 3), most)
  return Array.from({ length: count }, (_, i) => {
    const user = Math.floor(((i + random.next()) * data.users) / count)
    return [user, Math.ceil(random.next() ** 3 * 9000)]
  })
}

function periodEnd(week: number): number {
  return firstMonday + (week + 1) * weekInMs
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const round = (value: number) => Number(value.toFixed(4))
const floor = (value: number) => Math.floor(value * 10_000) / 10_000
