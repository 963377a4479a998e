import bs58 from 'bs58'
import { ulid } from '../ids'
import type { DataSetting } from '../settings'
import { Random } from './random'

const firstJoined = Date.UTC(2023, 0, 9)
const joinedEveryMs = 41_000

/** Returns the `user_id` of the user with that number. */
export function userId({ seed }: DataSetting, user: number): string {
  const random = new Random('user', seed, user)
  return ulid(firstJoined + user * joinedEveryMs, random.bytes(16))
}

/** Returns all linked wallet addresses of a user. Balances show the first one. */
export function walletsOf({ seed }: DataSetting, user: number): string[] {
  // Tests use the first user, who always has several wallets.
  const count = user === 0 ? 3 : new Random('wallets', seed, user).pick([1, 1, 1, 2, 2, 4])
  return Array.from({ length: count }, (_, wallet) => walletAddress(seed, user, wallet))
}

export function firstWallet({ seed }: DataSetting, user: number): string {
  return walletAddress(seed, user, 0)
}

/** Finds the user with this linked wallet address, or returns null. */
export function findUser(data: DataSetting, address: string): number | null {
  for (let user = 0; user < data.users; user += 1) if (walletsOf(data, user).includes(address)) return user
  return null
}

const walletAddress = (seed: string, user: number, wallet: number) =>
  bs58.encode(new Random('wallet', seed, user, wallet).bytes(32))
