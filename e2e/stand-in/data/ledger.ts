import { dayInMs, hourInMs } from '../clock'
import type { DataSetting } from '../settings'
import { hash, Random } from './random'
import { flawOf, periodStart } from './weeks'

/*
 * The points of each user and week, and their conversion. Conversions and balances both use this ledger, so they agree.
 *
 * The users form groups of neighbours. There are as many groups as a conversion can have users. At most one user of a
 * group has points in a week. So the users of a week and the weeks of a user need no search through all users.
 */

/** The points of a user in a week. */
interface Grant {
  user: number
  points: number
  at: number
}

/** The users' share of a week in ten-thousandths of a bolt, and the sum of their points. */
interface Pot {
  gross: number
  owner: number
  users: number
  points: number
}

/** The ledger counts bolts in ten-thousandths, because sums of whole numbers are exact. */
export const unitsInBolt = 10_000

const launched = Date.UTC(2023, 0, 9)
const yearInMs = 365 * dayInMs
const weeksOfRegular = 26

/** Returns all points of a week, in the order of the users. */
export function grantsIn(data: DataSetting, week: number): Grant[] {
  return Array.from({ length: groupCount(data) }, (_, group) => grantInGroup(data, week, group)).filter(
    (grant) => grant !== null,
  )
}

/** Returns the points of a user in a week; null if there are none. */
export function grantTo(data: DataSetting, user: number, week: number): Grant | null {
  const group = Math.ceil(((user + 1) * groupCount(data)) / data.users) - 1
  const grant = grantInGroup(data, week, group)
  return grant?.user === user ? grant : null
}

/**
 * Returns the points of the one user of a group who has points in a week, or null. Each half year has a regular user,
 * who has points in every other week. In the other weeks it can be any user. More users take part from year to year.
 */
function grantInGroup(data: DataSetting, week: number, group: number): Grant | null {
  if (flawOf(week) === 'nobody') return null
  const seed = hash(data.seed)
  const random = Random.ofNumbers(seed, week, group)
  const years = (periodStart(week) - launched) / yearInMs
  const takesPart = random.chance(0.6 + 0.08 * years)
  // Tests use the first user, so this user always takes part if each user is a separate group.
  if (!takesPart && group > 0) return null

  const half = Math.floor((week + group) / weeksOfRegular)
  const chooser = random.chance(0.5) ? Random.ofNumbers(seed, half, group, weeksOfRegular) : random
  const first = firstOf(data, group)
  return {
    user: chooser.int(first, firstOf(data, group + 1) - 1),
    points: Math.ceil(random.next() ** 3 * 9000),
    at: periodStart(week) + random.int(0, 7 * 24 - 1) * hourInMs,
  }
}

const groupCount = ({ breakdownUsers, users }: DataSetting) => Math.min(breakdownUsers, users)
const firstOf = (data: DataSetting, group: number) => Math.floor((group * data.users) / groupCount(data))

/** Caches by setting, because a user's share depends on the points of all users. A reset copies the same setting. */
const pots = new Map<string, Map<number, Pot>>()
const potsOf = new WeakMap<DataSetting, Map<number, Pot>>()

function potsWith(data: DataSetting): Map<number, Pot> {
  const text = JSON.stringify(data)
  const known = pots.get(text) ?? new Map<number, Pot>()
  pots.set(text, known)
  potsOf.set(data, known)
  return known
}

/** Returns the amount that a week's conversion shares. */
export function potOf(data: DataSetting, week: number): Pot {
  const known = potsOf.get(data) ?? potsWith(data)
  const pot = known.get(week) ?? newPot(data, week)
  known.set(week, pot)
  return pot
}

function newPot(data: DataSetting, week: number): Pot {
  const points = grantsIn(data, week).reduce((sum, grant) => sum + grant.points, 0)
  const random = new Random('pot', data.seed, week)
  const gross = random.int(60_000, 100_000) * unitsInBolt
  const owner = points > 0 ? (gross * random.int(10, 25)) / 100 : 0
  return { gross, owner, users: points > 0 ? gross - owner : 0, points }
}

/** Computes the earnings of a user in a conversion, in ten-thousandths of a bolt, rounded down. */
export function unitsEarned(pot: Pot, points: number): number {
  return pot.points > 0 ? Math.floor((pot.users * points) / pot.points) : 0
}
