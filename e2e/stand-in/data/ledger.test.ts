import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { standInControl, type StandInControl } from '../control/client'
import { startStandIn, type StandIn } from '../start'
import type { BalanceRecord } from './balances'
import type { ConversionRecord } from './conversions'
import { flawOf, periodEnd, runningWeek } from './weeks'

/* Checks that the stand-in's lists of points and bolts agree with each other. */

let standIn: StandIn
let control: StandInControl

const dayInMs = 24 * 60 * 60 * 1000
const tuesday = Date.UTC(2026, 10, 24, 12)

/** Sets the day, on which the data of earlier weeks depends. */
const beginOnTuesday = () => vi.useFakeTimers({ toFake: ['Date'], now: tuesday })

beforeAll(async () => {
  beginOnTuesday()
  standIn = await startStandIn({ connectUrl: 'https://operator.example/connect' })
  control = standInControl(standIn.controlUrl)
})
afterAll(() => standIn.close())
beforeEach(async () => {
  beginOnTuesday()
  await control.reset()
})

interface Ledger {
  balances: BalanceRecord[]
  conversions: ConversionRecord[]
}

async function readAll<Row>(name: keyof Ledger): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page += 1) {
    const response = await fetch(`${standIn.baseUrl}/subnets/${standIn.subnetId}/${name}?page=${page}&limit=200`, {
      headers: { Authorization: `Bearer ${standIn.apiKey}` },
    })
    const { data } = (await response.json()) as { data: Record<string, Row[]> & { pagination: { total: number } } }
    rows.push(...(data[name] ?? []))
    if (rows.length >= data.pagination.total) return rows
  }
}

const readLedger = async (): Promise<Ledger> => ({
  balances: await readAll('balances'),
  conversions: await readAll('conversions'),
})

/** Converts bolts to ten-thousandths, so that sums are exact. */
function unitsOf(bolts: number): number {
  const units = Math.round(bolts * 10_000)
  if (units / 10_000 !== bolts) throw new Error(`${bolts} has more than four decimals.`)
  return units
}

/** Returns every contradiction as the ID of the user or the conversion, with the wrong figure. */
function contradictionsOf({ balances, conversions }: Ledger): string[] {
  const found: string[] = []
  const earned = new Map(balances.map(({ user_id }) => [user_id, { units: 0, points: 0, mostUnits: 0 }]))
  for (const conversion of conversions) {
    const wrong = (figure: string) => found.push(`${conversion.conversion_id}: ${figure}`)
    const { user_breakdown: entries, total_subnet_points_in_pool: pool } = conversion
    const owner = unitsOf(conversion.owner_bolts_distributed)
    const users = unitsOf(conversion.user_bolts_distributed)
    const shared = BigInt(unitsOf(conversion.gross_bolts_allocation) - owner)
    const sums = { points: 0, units: 0 }
    for (const entry of entries) {
      const { subnet_points: points } = entry
      const units = unitsOf(entry.bolts_earned)
      sums.points += points
      sums.units += units
      const user = earned.get(entry.user_id)
      if (!user) wrong(`user ${entry.user_id}`)
      else {
        user.points += points
        user.units += units
        user.mostUnits = Math.max(user.mostUnits, units)
      }
      if (points <= 0) wrong('no points')
      if (units !== Number((shared * BigInt(points)) / BigInt(pool))) wrong(`bolts of ${entry.user_id}`)
    }
    if (new Set(entries.map(({ user_id }) => user_id)).size !== entries.length) wrong('a user twice')
    if (entries.some((entry) => Math.abs(entry.share_percentage - (100 * entry.subnet_points) / pool) > 0.000051)) {
      wrong('shares')
    }
    if (sums.points !== pool) wrong('pool')
    if (sums.units !== users) wrong('users')
    // If only the sum of the users' bolts is wrong, the total must still be the sum of the parts.
    if (sums.units + owner !== unitsOf(conversion.total_bolts_distributed)) wrong('total')
  }
  for (const { user_id: user, bolts, current_period_points: current, all_time_points: allTime } of balances) {
    const { units = 0, points = 0, mostUnits = 0 } = earned.get(user) ?? {}
    if (unitsOf(bolts) !== units) found.push(`${user}: bolts`)
    if (mostUnits > unitsOf(bolts)) found.push(`${user}: more bolts in one conversion`)
    if (allTime !== points + current) found.push(`${user}: points`)
  }
  return found
}

const weekOf = ({ period_started_at: startedAt }: ConversionRecord) => runningWeek(Date.parse(startedAt))

/** Returns the deliberate contradictions. A conversion without users is no contradiction. */
const contradictionsOnPurpose = ({ conversions }: Ledger) =>
  conversions.flatMap((conversion) => {
    const flaw = flawOf(weekOf(conversion))
    return flaw === null || flaw === 'nobody' ? [] : [`${conversion.conversion_id}: ${flaw}`]
  })

describe('the ledger', () => {
  it('adds up except for the deliberate flaws', async () => {
    await control.set({ data: { users: 2500, conversions: 100 } })
    const ledger = await readLedger()
    expect(ledger).toMatchObject({ balances: { length: 2500 }, conversions: { length: 100 } })
    expect(contradictionsOf(ledger)).toEqual(contradictionsOnPurpose(ledger))
    expect(contradictionsOnPurpose(ledger)).toHaveLength(6)
    // Nearly all listed users have taken part, and hundreds took part each time.
    expect(ledger.balances.filter(({ bolts }) => bolts === 0).length).toBeLessThan(125)
    for (const { user_breakdown: entries, ...conversion } of ledger.conversions) {
      if (flawOf(weekOf(conversion as ConversionRecord)) === 'nobody') expect(entries).toEqual([])
      else expect(entries.length).toBeGreaterThan(100)
    }
    const page = { conversions: ledger.conversions.slice(0, 20) }
    expect(JSON.stringify(page).length).toBeLessThan(1_000_000)
  })

  it.each([
    { users: 1000, breakdownUsers: 7, conversions: 20, seed: 'another' },
    { users: 30, conversions: 0 },
    { users: 1, conversions: 3 },
  ])('adds up with the settings %j', async (data) => {
    await control.set({ data })
    const ledger = await readLedger()
    expect(ledger).toMatchObject({ balances: { length: data.users }, conversions: { length: data.conversions } })
    expect(contradictionsOf(ledger)).toEqual(contradictionsOnPurpose(ledger))
  })

  it('adds up, keeps the points of an ended week in the balances until its conversion, and converts them next', async () => {
    await control.set({ data: { users: 400, breakdownUsers: 100, conversions: 10 } })
    const running = runningWeek(tuesday)
    const early = await readLedger()
    await control.advanceClock(periodEnd(running) - 1 - tuesday)
    const atEnd = await readLedger()
    const granted = atEnd.balances.filter((balance) => balance.current_period_points > 0)
    expect(granted.length).toBeGreaterThan(50)
    early.balances.forEach(({ current_period_points: points }, user) => {
      expect([0, atEnd.balances[user]?.current_period_points]).toContain(points)
    })

    await control.advanceClock(60_000)
    const ended = await readLedger()
    expect(ended.conversions.map(weekOf)[0]).toBe(running - 1)
    expect(ended.balances.filter((balance) => balance.current_period_points > 0).length).toBeGreaterThan(50)

    await control.advanceClock(dayInMs)
    const later = await readLedger()
    expect(later.conversions.map(weekOf).slice(0, 2)).toEqual([running, running - 1])
    expect(later.conversions).toHaveLength(11)
    expect(later.conversions[0]?.user_breakdown.map((entry) => [entry.user_id, entry.subnet_points])).toEqual(
      granted.map((balance) => [balance.user_id, balance.current_period_points]),
    )
    for (const ledger of [early, atEnd, ended, later]) {
      expect(contradictionsOf(ledger)).toEqual(contradictionsOnPurpose(ledger))
    }
  })
})
