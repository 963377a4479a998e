import type { DataSetting } from '../settings'
import { Random } from './random'
import { firstWallet, userId } from './users'

/** A balance record of the interface. */
export interface BalanceRecord {
  wallet_address: string
  user_id: string
  current_period_points: number
  all_time_points: number
  bolts: number
}

/** What the user with that number has. */
export function balanceOf(data: DataSetting, user: number): BalanceRecord {
  const random = new Random('balance', data.seed, user)
  // Most have little, a few have very much, and some have joined and done nothing.
  const allTime = random.chance(0.03) ? 0 : Math.ceil(random.next() ** 4 * 400_000)
  const current = random.chance(0.3) ? 0 : Math.floor(allTime * random.next() * 0.05)
  return {
    wallet_address: firstWallet(data, user),
    user_id: userId(data, user),
    current_period_points: current,
    all_time_points: allTime,
    bolts: Number(((allTime - current) * (0.012 + random.next() * 0.004)).toFixed(4)),
  }
}
