import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
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
} from '@/lib/service'
import { standInControl, type StandInControl } from './stand-in/control/client'
import type { SettingsChange } from './stand-in/control/messages'
import { defaultNames } from './stand-in/settings'
import { startStandIn, type StandIn } from './stand-in/start'
import { newWallet } from './harness/new-wallet'

/*
 * The client against a service with unexpected behaviour that the interface does not rule out. A walk must be complete,
 * or report that it is not. The tests of lib/service have every case of each behaviour.
 */

/** Few conversions with few users, because the stand-in computes its lists at each request. */
const data = { users: 1000, conversions: 60, breakdownUsers: 20 }

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

const quirks = (change: NonNullable<SettingsChange['quirks']>) => control.set({ quirks: change })

/** Walks all balances. @returns the records, their users, and the last event. */
async function walked() {
  const items: Listed<Balance>[] = []
  let last: WalkEvent<Balance> | undefined
  for await (last of walkBalances(access)) if (last.kind === 'page') items.push(...last.page.items)
  const summary = last?.kind === 'end' ? last.summary : undefined
  return { items, summary, users: new Set(items.filter(isReadable).map((item) => item.user_id)) }
}

it('a walk is complete when pages are shorter than requested, and their numbers are texts', async () => {
  await quirks({ maxRows: 100, textPagination: true })
  const { users, summary } = await walked()
  expect(users.size).toBe(data.users)
  expect(summary).toEqual({ kind: 'complete', records: data.users, unreadable: 0 })
  expect((await listBalances(access, { page: 1, limit: 200 })).suspicions).toEqual([
    { kind: 'short_page', names: ['limit'], expected: 200, given: 100 },
  ])
})

it('a walk throws too_few_records when a page in the middle is empty', async () => {
  await quirks({ emptyPage: 3 })
  await expect(walked()).rejects.toMatchObject({ problem: 'too_few_records', received: 400, total: data.users })
})

it('a walk yields each row once, and reports how many may be missing, when the list changes', async () => {
  await quirks({ shiftsBy: 1 })
  const grown = await walked()
  expect(grown.users.size).toBe(grown.items.length)
  expect(grown.summary).toMatchObject({ kind: 'changed', firstTotal: data.users })
  await control.reset()
  await quirks({ shiftsBy: -3 })
  const { users, summary } = await walked()
  const missing = data.users - users.size
  expect(missing).toBeGreaterThan(0)
  if (summary?.kind !== 'changed') throw new Error('The change was not noticed.')
  expect(summary.maybeMissing).toBeGreaterThanOrEqual(missing)
})

it('each list reports or refuses a parameter that the service ignores', async () => {
  const names = { from: 'since', until: 'to', limit: 'size', page: 'page_no', address: 'wallet' }
  await control.set({ names, quirks: { ignoresUnknown: true } })
  for (const [name, dates] of Object.entries({ from: { from: '2100-01-01' }, until: { until: '2001-01-01' } })) {
    const { suspicions, total } = await listConversions(access, dates)
    expect(total).toBe(data.conversions)
    expect(suspicions).toContainEqual({ kind: 'outside_dates', names: [name], count: 50 })
  }
  expect((await listBalances(access, { limit: 20 })).suspicions).toEqual([
    { kind: 'other_page_size', names: ['limit'], requested: 20, given: 50 },
  ])
  await expect(listBalances(access, { page: 2 })).rejects.toMatchObject({ problem: 'wrong_page' })
  await expect(walked()).rejects.toMatchObject({ problem: 'wrong_page' })
  const unknown = listResourcesByWallet(access, newWallet().address)
  await expect(unknown).rejects.toMatchObject({ kind: 'address_missing' })
})

it('a null makes only its record unreadable', async () => {
  await quirks({ nullsEvery: 10 })
  const { items, summary } = await walked()
  expect(items).toHaveLength(data.users)
  expect(items.filter(isUnreadable)).toHaveLength(100)
  expect(items.find(isUnreadable)).toMatchObject({
    path: 'bolts',
    unreadable: expect.stringContaining('"bolts":null') as string,
  })
  expect(summary).toEqual({ kind: 'complete', records: data.users, unreadable: 100 })
  expect((await listPendingTaskRuns(access)).taskRuns.filter(isUnreadable)).toHaveLength(4)
  const conversions = (await listConversions(access, { limit: 20 })).items
  expect(conversions.filter(isUnreadable)).toHaveLength(2)
  for (const { breakdown } of conversions.filter(isReadable)) {
    expect(breakdown.unreadable).toBe(Math.floor(breakdown.entries / 10))
  }
})

it('a list that ends at midnight before the last day has fewer conversions and causes no suspicion', async () => {
  const [latest] = (await listConversions(access, { limit: 1 })).items.filter(isReadable)
  const until = latest?.converted_at.slice(0, 10)
  expect((await listConversions(access, { until })).total).toBe(data.conversions)
  await quirks({ untilIsMidnight: true })
  expect(await listConversions(access, { until })).toMatchObject({ total: data.conversions - 1, suspicions: [] })
})
