import bs58 from 'bs58'
import { dayInMs } from '../clock'
import { ulid } from '../ids'
import type { DataSetting } from '../settings'
import { Random } from './random'
import { walletsOf } from './users'

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
        active: random.chance(0.8),
      }
    })
  })
}
