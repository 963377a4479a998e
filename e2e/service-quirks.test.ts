import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  isReadable,
  isUnreadable,
  listBalances,
  listConversions,
  listPendingTaskRuns,
  listResourcesByWallet,
  walkBalances,
  type Balance,
  type Listed,
  type ServiceAccess,
  type WalkEvent,
  type WalkOptions,
} from '@/lib/service'
import { standInControl, type StandInControl } from './stand-in/control/client'
import type { SettingsChange } from './stand-in/control/messages'
import { defaultNames } from './stand-in/settings'
import { startStandIn, type StandIn } from './stand-in/start'
import { newWallet } from './harness/new-wallet'

/*
 * The client against a service with unexpected behaviour that the interface does not rule out. A walk must be complete,
 * or report that it is not.
 */

/** Few conversions with few users, because the stand-in computes its lists at each request. */
const data = { conversions: 60, breakdownUsers: 20 }

let standIn: StandIn
let control: StandInControl
let access: ServiceAccess

beforeAll(async () => {
  standIn = await startStandIn({ connectUrl: 'https://operator.example/connect', data })
  control = standInControl(standIn.controlUrl)
  access = { baseUrl: standIn.baseUrl, subnetId: standIn.subnetId, apiKey: standIn.apiKey, names: defaultNames }
})
afterAll(() => standIn.close())
beforeEach(() => control.reset())

const quirks = (change: NonNullable<SettingsChange['quirks']>, data?: SettingsChange['data']) =>
  control.set({ quirks: change, ...(data && { data }) })

/** Walks all balances. @returns the records and the other events. */
async function walked(options: WalkOptions = {}) {
  const items: Listed<Balance>[] = []
  const events: Exclude<WalkEvent<Balance>, { kind: 'page' }>[] = []
  for await (const event of walkBalances(access, {}, options)) {
    if (event.kind === 'page') items.push(...event.page.items)
    else events.push(event)
  }
  return { items, events, summary: events.at(-1), users: new Set(items.filter(isReadable).map((item) => item.user_id)) }
}

describe('a walk over pages that are shorter than requested', () => {
  it('reads all records', async () => {
    await quirks({ maxRows: 100 }, { users: 2000 })
    const { users, summary } = await walked()
    expect(users.size).toBe(2000)
    expect(summary).toEqual({ kind: 'end', summary: { kind: 'complete', records: 2000, unreadable: 0 } })
    expect((await listBalances(access, { page: 1, limit: 200 })).suspicions).toEqual([
      { kind: 'short_page', names: ['limit'], expected: 200, given: 100 },
    ])
  })
})

describe('a walk with an empty page in the middle', () => {
  it('throws too_few_records', async () => {
    await quirks({ emptyPage: 3 }, { users: 2000 })
    await expect(walked()).rejects.toMatchObject({ problem: 'too_few_records', received: 400, total: 2000 })
  })
})

describe('a walk over a list that changes', () => {
  it('yields each row once when the service adds new rows before it', async () => {
    await quirks({ shiftsBy: 1 }, { users: 1000 })
    const { items, users, summary } = await walked()
    expect(users.size).toBe(items.length)
    expect(summary).toMatchObject({
      summary: { kind: 'changed', firstTotal: 1000, repeated: expect.any(Number) as number },
    })
  })

  it('reports how many rows may be missing when the service removes rows', async () => {
    await quirks({ shiftsBy: -3 }, { users: 1000 })
    const { users, summary } = await walked()
    const missing = 1000 - users.size
    expect(missing).toBeGreaterThan(0)
    if (summary?.kind !== 'end' || summary.summary.kind !== 'changed') throw new Error('The change was not noticed.')
    expect(summary.summary.maybeMissing).toBeGreaterThanOrEqual(missing)
  })
})

describe('a limit on reads', () => {
  it('makes the walk wait, and the walk is complete', async () => {
    await control.set({ data: { users: 500 } })
    await control.script('balances', { status: 429, headers: { 'Retry-After': '1' }, json: { error: 'Too many' } })
    const { users, events } = await walked()
    expect(users.size).toBe(500)
    expect(events[0]).toEqual({ kind: 'pause', seconds: 1 })
    expect(events.at(-1)).toMatchObject({ summary: { kind: 'complete' } })
  })

  it('ends the walk when the wait is longer than the longest pause', async () => {
    await quirks({ readRate: { requests: 1, windowMs: 600_000 } })
    await expect(walked({ maxPauseMs: 300_000 })).rejects.toMatchObject({ kind: 'rate_limited' })
  })
})

describe('ignored parameters', () => {
  beforeEach(() =>
    control.set({
      names: { from: 'since', until: 'to', limit: 'size', page: 'page_no', address: 'wallet' },
      quirks: { ignoresUnknown: true },
    }),
  )

  it('cause a suspicion when they are dates', async () => {
    const { suspicions, total } = await listConversions(access, { from: '2100-01-01' })
    expect(total).toBe(data.conversions)
    expect(suspicions).toContainEqual({ kind: 'outside_dates', names: ['from'], count: 50 })
    const until = await listConversions(access, { until: '2001-01-01' })
    expect(until.suspicions).toContainEqual({ kind: 'outside_dates', names: ['until'], count: 50 })
  })

  it('cause a suspicion when one is the page size', async () => {
    const { suspicions } = await listBalances(access, { limit: 20 })
    expect(suspicions).toEqual([{ kind: 'other_page_size', names: ['limit'], requested: 20, given: 50 }])
  })

  it('throw wrong_page when one is the page number', async () => {
    await expect(listBalances(access, { page: 2 })).rejects.toMatchObject({ problem: 'wrong_page' })
    await expect(walked()).rejects.toMatchObject({ problem: 'wrong_page' })
  })

  it('throw address_missing when one is the address', async () => {
    await expect(listResourcesByWallet(access, newWallet().address)).rejects.toMatchObject({ kind: 'address_missing' })
  })
})

describe('a null in a record', () => {
  it('makes only that record unreadable', async () => {
    await quirks({ nullsEvery: 10 }, { users: 1000 })
    const { items, summary } = await walked()
    expect(items).toHaveLength(1000)
    expect(items.filter(isUnreadable)).toHaveLength(100)
    expect(items.find(isUnreadable)).toMatchObject({
      path: 'bolts',
      unreadable: expect.stringContaining('"bolts":null') as string,
    })
    expect(summary).toEqual({ kind: 'end', summary: { kind: 'complete', records: 1000, unreadable: 100 } })

    const { taskRuns } = await listPendingTaskRuns(access)
    expect(taskRuns.filter(isUnreadable)).toHaveLength(4)
    const conversions = (await listConversions(access, { limit: 20 })).items
    expect(conversions.filter(isUnreadable)).toHaveLength(2)
    const breakdowns = conversions.filter(isReadable).map(({ breakdown }) => breakdown)
    for (const { entries, unreadable } of breakdowns) expect(unreadable).toBe(Math.floor(entries / 10))
  })
})

describe('an unknown wallet with another answer', () => {
  it.each([
    { status: 404, error: 'No such account' },
    { status: 404, error: 'Nothing here' },
    { status: 400, error: 'Wallet is not known' },
    { status: 200, error: 'Wallet not found' },
  ])('is recognized by its status or its text: %j', async (unknownWallet) => {
    await quirks({ unknownWallet })
    await expect(listResourcesByWallet(access, newWallet().address)).rejects.toMatchObject({ kind: 'wallet_not_found' })
  })
})

describe('an until that means midnight', () => {
  it('lists fewer conversions and causes no suspicion', async () => {
    const [latest] = (await listConversions(access, { limit: 1 })).items.filter(isReadable)
    const until = latest?.converted_at.slice(0, 10)
    expect((await listConversions(access, { until })).total).toBe(data.conversions)
    await quirks({ untilIsMidnight: true })
    expect(await listConversions(access, { until, limit: 50 })).toMatchObject({
      total: data.conversions - 1,
      suspicions: [],
    })
  })
})

describe('a number that a double cannot hold', () => {
  it('keeps all its digits', async () => {
    const firstWithPoints = async () =>
      (await listBalances(access)).items.filter(isReadable).find(({ all_time_points }) => all_time_points !== '0')
    const plain = await firstWithPoints()
    await quirks({ hugeNumbers: true })
    const huge = await firstWithPoints()
    expect(huge?.all_time_points).toBe(String(BigInt(plain?.all_time_points ?? 0) * 9_007_199_254_740_993n))
    expect(String(Number(huge?.all_time_points))).not.toBe(huge?.all_time_points)
  })
})

describe('a pagination as text', () => {
  it('is read as numbers', async () => {
    await quirks({ textPagination: true }, { users: 500 })
    expect(await listBalances(access, { page: 2, limit: 50 })).toMatchObject({ page: 2, limit: 50, total: 500 })
    expect((await walked()).users.size).toBe(500)
  })
})
