import type { DataSetting } from '../settings'
import { grantTo, potOf, unitsEarned, unitsInBolt } from './ledger'
import { firstWallet, userId } from './users'
import { convertedWeeks, latestWeek, runningWeek, type Times } from './weeks'

/** A balance record of the interface. */
export interface BalanceRecord {
  wallet_address: string
  user_id: string
  current_period_points: number
  all_time_points: number
  bolts: number
}

/** Computes a user's balance from all listed conversions and the points since the last one. */
export function balanceOf(data: DataSetting, user: number, times: Times): BalanceRecord {
  const sums = { converted: 0, units: 0, current: 0 }
  for (const week of convertedWeeks(data, times)) {
    const points = grantTo(data, user, week)?.points ?? 0
    if (points > 0) sums.units += unitsEarned(potOf(data, week), points)
    sums.converted += points
  }
  // The service converts a week only some hours after its end.
  for (let week = latestWeek(data, times.now) + 1; week <= runningWeek(times.now); week += 1) {
    const grant = grantTo(data, user, week)
    if (grant && grant.at <= times.now) sums.current += grant.points
  }
  return {
    wallet_address: firstWallet(data, user),
    user_id: userId(data, user),
    current_period_points: sums.current,
    all_time_points: sums.converted + sums.current,
    bolts: sums.units / unitsInBolt,
  }
}
