import bs58 from 'bs58'
import { dayInMs } from '../clock'
import { ulid } from '../ids'
import type { DataSetting } from '../settings'
import { Random } from './random'
import { walletsOf } from './users'

/** A resource record of the interface. */
export interface ResourceRecord {
  id: string
  name: string
  resource_type: string
  resource_subtype: string
  resource_pda: string
  active: boolean
}

interface Kind {
  type: string
  subtype: string
  name: string
}

const kinds: readonly [Kind, ...Kind[]] = [
  { type: 'device', subtype: 'weather_station', name: 'Weather station' },
  { type: 'device', subtype: 'dashcam', name: 'Dashcam' },
  { type: 'device', subtype: 'air_sensor', name: 'Air sensor' },
  { type: 'compute', subtype: 'gpu', name: 'GPU node' },
  { type: 'compute', subtype: 'cpu', name: 'CPU node' },
  { type: 'dataset', subtype: 'imagery', name: 'Street imagery' },
]

const places = ['Harbour', 'Rooftop', 'Old town', 'North field', 'Küche', '機房'] as const

/**
 * Returns the resources of the user's linked wallets on this subnet. The operation never shows other resources of these
 * wallets.
 */
export function resourcesOf(data: DataSetting, user: number): ResourceRecord[] {
  return walletsOf(data, user).flatMap((_, wallet) => {
    const random = new Random('resources', data.seed, user, wallet)
    return Array.from({ length: random.int(user === 0 ? 1 : 0, 4) }, () => ({
      resource: resource(random),
      assignedHere: random.chance(0.75),
    }))
      .filter(({ assignedHere }) => assignedHere)
      .map((owned) => owned.resource)
  })
}

function resource(random: Random): ResourceRecord {
  const { type, subtype, name } = random.pick(kinds)
  return {
    id: ulid(Date.UTC(2024, 0, 1) + random.int(0, 500) * dayInMs, random.bytes(16)),
    name: `${random.pick(places)} ${name.toLowerCase()} ${random.int(1, 99)}`,
    resource_type: type,
    resource_subtype: subtype,
    resource_pda: bs58.encode(random.bytes(32)),
    active: random.chance(0.8),
  }
}
