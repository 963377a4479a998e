import bs58 from 'bs58'
import { dayInMs } from '../clock'
import { ulid } from '../ids'
import type { DataSetting } from '../settings'
import { Random } from './random'

const firstJoined = Date.UTC(2023, 0, 9)
const joinedEveryMs = 41_000

/** Returns the `user_id` of the user with that number. */
export const userId = ({ seed }: DataSetting, user: number): string =>
  ulid(firstJoined + user * joinedEveryMs, new Random('user', seed, user).bytes(16))

/** Returns all linked wallet addresses of a user. Balances show the first one. */
export function walletsOf(data: DataSetting, user: number): string[] {
  // Tests use the first user, who always has several wallets.
  const count = user === 0 ? 3 : new Random('wallets', data.seed, user).pick([1, 1, 1, 2, 2, 4])
  return Array.from({ length: count }, (_, wallet) => walletOf(data, user, wallet))
}

export const walletOf = ({ seed }: DataSetting, user: number, wallet = 0): string =>
  bs58.encode(new Random('wallet', seed, user, wallet).bytes(32))

/** Returns the number of the user who has linked this wallet address; -1 if no user has. */
export function findUser(data: DataSetting, address: string): number {
  for (let user = 0; user < data.users; user += 1) if (walletsOf(data, user).includes(address)) return user
  return -1
}

const kinds = [
  ['device', 'weather_station', 'Weather station'],
  ['device', 'dashcam', 'Dashcam'],
  ['compute', 'gpu', 'GPU node'],
  ['dataset', 'imagery', 'Street imagery'],
] as const

const places = ['Harbour', 'Rooftop', 'Old town', 'North field', 'Küche', '機房'] as const

/** Returns the records of the resources of the user's linked wallets on this subnet. */
export function resourcesOf(data: DataSetting, user: number) {
  return walletsOf(data, user).flatMap((_, wallet) => {
    const random = new Random('resources', data.seed, user, wallet)
    return Array.from({ length: random.int(user === 0 ? 1 : 0, 3) }, () => {
      const [type, subtype, name] = random.pick(kinds)
      return {
        id: ulid(Date.UTC(2024, 0, 1) + random.int(0, 500) * dayInMs, random.bytes(16)),
        name: `${random.pick(places)} ${name.toLowerCase()} ${random.int(1, 99)}`,
        resource_type: type,
        resource_subtype: subtype,
        resource_pda: bs58.encode(random.bytes(32)),
        active: random.int(1, 5) > 1,
      }
    })
  })
}
