import { dateTime } from '../clock'
import { ulid } from '../ids'
import type { DataSetting } from '../settings'
import { grantsIn, potOf, unitsEarned, unitsInBolt } from './ledger'
import { Random } from './random'
import { firstWallet, userId } from './users'
import { convertedAt, flawOf, periodEnd, periodStart } from './weeks'

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

/** Computes the conversion of a week. The result is always the same. */
export function conversionOf(data: DataSetting, week: number): ConversionRecord {
  const flaw = flawOf(week)
  const pot = potOf(data, week)
  let users = 0
  const breakdown = grantsIn(data, week).map(({ user, points }): BreakdownEntry => {
    const units = unitsEarned(pot, points)
    users += units
    return {
      wallet_address: firstWallet(data, user),
      user_id: userId(data, user),
      subnet_points: points,
      share_percentage: Number(((points / pot.points) * (flaw === 'shares' ? 97 : 100)).toFixed(4)),
      bolts_earned: units / unitsInBolt,
    }
  })
  const id = new Random('conversion', data.seed, week).bytes(16)

  return {
    conversion_id: ulid(convertedAt(data, week), id),
    converted_at: dateTime(convertedAt(data, week)),
    period_started_at: dateTime(periodStart(week)),
    period_ended_at: dateTime(periodEnd(week)),
    total_subnet_points_in_pool: pot.points,
    gross_bolts_allocation: pot.gross / unitsInBolt,
    total_bolts_distributed: (users + pot.owner + (flaw === 'total' ? 125_000 : 0)) / unitsInBolt,
    user_bolts_distributed: (users + (flaw === 'users' ? 52_500 : 0)) / unitsInBolt,
    owner_bolts_distributed: pot.owner / unitsInBolt,
    user_breakdown: breakdown,
  }
}
