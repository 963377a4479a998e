import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { dayInMs } from '@/lib/config/durations'
import { configure } from '@/lib/config/test-support'
import { useLog } from '@/lib/log/test-support'
import { keptSettled, keptState } from '@/lib/store/kept-in-store'
import * as marks from '@/lib/store/marks'
import { processStore } from '@/lib/store/process-store'
import { redisStore } from '@/lib/store/redis-store'
import type { Store } from '@/lib/store'
import { useRedis } from '@/lib/store/test-support'
import { forgetSingletons } from '@/lib/test-support'
import { tallyKeyOf } from './days'
import { isNamed, type ConnectCall, type ConnectRecord, type ConnectStep, type RecordFilter } from './record'
import { ConnectRecords } from './records'
import { confirmedCall } from './test-support'

const settings = { detail: 'minimal', maxAgeMs: 30 * dayInMs, maxEntries: 100_000 } as const

const confirmed: ConnectCall = { ...confirmedCall, code: 'CONFIRMED' }
const refused: ConnectCall = {
  ...confirmed,
  outcome: { kind: 'refused', reason: 'request_expired' },
  status: 410,
  code: 'REFUSED',
}
const waiting: ConnectCall = {
  ...confirmed,
  outcome: { kind: 'wait', cause: 'queue' },
  status: null,
  code: 'WAIT',
  attempts: 0,
}
const arrived: ConnectStep = { step: 'arrived', code: 'ARRIVED', requestId: confirmed.requestId, userId: undefined }
const signedIn: ConnectStep = { ...arrived, step: 'signed_in', userId: 'user-1', code: 'SIGNEDIN' }

type Step = ConnectCall | ConnectStep

beforeEach(() => {
  forgetSingletons(/^kept in store$/)
  configure()
})

const redis = useRedis()
let prefixes = 0
const redisStoreOfTest = () => redisStore(redis.connect(), `records-${(prefixes += 1)}:`)

/** A list of the store for entries of any shape, such as those of another version. */
const rawList = (store: Store, name = 'connects') => store.list(name, { schema: z.any(), maxEntries: 10_000 })

const made = (store: Store, changed: Partial<ConstructorParameters<typeof ConnectRecords>[1]> = {}) =>
  new ConnectRecords(store, { ...settings, ...changed }, { pauseMs: 20 })

/** Adds steps of links, at one time or a second apart, and waits until they are written. */
async function withSteps(records: ConnectRecords, steps: readonly Step[], from?: number) {
  for (const [second, step] of steps.entries()) records.add(step, from && from + second * 1000)
  await keptSettled()
  return records
}

const codesOf = (rows: readonly ConnectRecord[]) => rows.map(({ code }) => code)
const newestCodes = async (records: ConnectRecords, where?: RecordFilter) =>
  codesOf((await records.newest({ limit: 100, where })).rows)
const foundCodes = async (records: ConnectRecords, text: string) =>
  codesOf(await records.find((each) => isNamed(each, [text]), { limit: 10 }))

async function exported(records: ConnectRecords, where?: RecordFilter): Promise<ConnectRecord[]> {
  const rows: ConnectRecord[] = []
  for await (const part of records.all(where)) rows.push(...part)
  return rows
}

const today = () => Date.parse(new Date().toISOString().slice(0, 10))
const dayAgo = (days: number) => new Date(today() - days * dayInMs).toISOString().slice(0, 10)

describe.each([
  { where: 'in Redis', storeOf: redisStoreOfTest },
  { where: 'in the process', storeOf: () => processStore() },
])('connect records $where', ({ storeOf }) => {
  it('have no user and no wallet when the detail is minimal', async () => {
    const records = await withSteps(made(storeOf()), [arrived, signedIn, confirmed, refused, waiting])
    expect(await newestCodes(records)).toEqual(['WAIT', 'REFUSED', 'CONFIRMED'])
    expect(JSON.stringify(await exported(records))).not.toMatch(/user-1|7xKXtg2/)
    expect(await foundCodes(records, 'user-1')).toEqual([])
    expect(await foundCodes(records, 'REFUSED')).toHaveLength(5)
  })

  it('return all steps of a link, the newest first, when the text names one of them', async () => {
    const steps: Step[] = [
      arrived,
      { ...arrived, requestId: 'ANOTHER', code: 'OTHER' },
      { ...arrived, step: 'sign_in_failed', reason: 'unfinished', code: 'FAILED' },
      signedIn,
      { ...signedIn, step: 'wallet_failed', reason: 'declined', code: 'DECLINED' },
      { ...signedIn, step: 'form_refused', reason: 'invalid_wallet_address', code: 'FORM' },
      { ...signedIn, step: 'cancelled', code: 'CANCELLED' },
      refused,
    ]
    const records = await withSteps(made(storeOf(), { detail: 'full' }), steps, 1_763_740_800_000)
    const whole = ['REFUSED', 'CANCELLED', 'FORM', 'DECLINED', 'SIGNEDIN', 'FAILED', 'ARRIVED']
    for (const text of ['ARRIVED', 'DECLINED', 'REFUSED', arrived.requestId, 'user-1', '7xKX…gAsU'])
      expect(await foundCodes(records, text), text).toEqual(whole)
    expect(await foundCodes(records, 'OTHER')).toEqual(['OTHER'])
    // The list of presses has no step before a press.
    expect(await newestCodes(records)).toEqual(['REFUSED', 'FORM'])
    expect(codesOf(await exported(records))).toEqual([...whole.slice(0, -1), 'OTHER', 'ARRIVED'])
  })

  it('keep a repeated problem of a user, or of a link without a user, once a minute, but each different one', async () => {
    const records = made(storeOf())
    const form: ConnectStep = { ...signedIn, step: 'form_refused' }
    const failed: ConnectStep = { ...arrived, step: 'wallet_failed', reason: 'declined' }
    for (let press = 0; press < 20; press += 1) {
      records.add({ ...form, reason: 'missing_signature', code: `MISSING${press}` })
      records.add({ ...form, reason: 'invalid_signature', code: `INVALID${press}` })
      records.add({ ...form, reason: 'missing_signature', code: `OTHER${press}`, userId: 'user-2' })
      records.add({ ...waiting, code: `WAIT${press}` })
      records.add({ ...refused, attempts: 0, status: null, code: `KNOWN${press}` })
      records.add({ ...waiting, code: `OTHERWAIT${press}`, userId: 'user-2' })
      records.add(failed)
      records.add({ ...failed, requestId: 'ANOTHER' })
      records.add({ ...arrived, step: 'sign_in_failed', reason: 'unfinished' })
    }
    records.add({ ...confirmed, code: 'CALL' })
    await keptSettled()
    expect(await newestCodes(records)).toEqual(['CALL', 'OTHERWAIT0', 'WAIT0', 'OTHER0', 'INVALID0', 'MISSING0'])
    expect((await records.days(1))[0]).toMatchObject({
      confirmed: 1,
      refused: 0,
      steps: { form_refused: 3, wallet_failed: 2, sign_in_failed: 1 },
    })
  })

  it('are deleted when they are of the forgotten user, and later when they were still to be written', async () => {
    const records = made(storeOf(), { detail: 'full' })
    await withSteps(records, [confirmed, signedIn, { ...refused, userId: 'user-2' }])
    expect(await records.forget('user-1')).toBe(2)
    expect(await records.forget('user-1')).toBe(0)
    vi.spyOn(marks, 'isErasedSince').mockImplementation(async (userId) => userId === 'user-1')
    await withSteps(records, [confirmed, signedIn])
    expect(codesOf(await exported(records))).toEqual(['REFUSED'])
    // The figures name nobody.
    expect((await records.days(1))[0]).toMatchObject({ confirmed: 2, refused: 1, steps: { signed_in: 2 } })
  })

  it('of detail full are deleted and those of minimal kept, without a search when a mark shows that there are none', async () => {
    const store = storeOf()
    const minimal = await withSteps(made(store), [refused])
    expect(await minimal.deleteFull({ isLast: true })).toBe(0)
    const ofUser = { reason: null, status: 1, code: 'A', requestId: 'B', userId: 'C' }
    await rawList(store).append({ id: 'a', at: 1, outcome: 'refused', ...ofUser })
    expect(await minimal.deleteFull({ isLast: false })).toBe(0)
    await withSteps(made(store, { detail: 'full' }), [confirmed, signedIn])
    expect(await minimal.deleteFull({ isLast: false })).toBe(3)
    expect(await newestCodes(minimal)).toEqual(['REFUSED'])
  })

  it('return at most 500 steps of a link', async () => {
    const store = storeOf()
    const { requestId, code } = arrived
    const entry = { at: Date.now(), outcome: 'arrived', reason: null, status: null, code, requestId }
    const list = rawList(store, 'connect-steps')
    await Promise.all(Array.from({ length: 600 }, (_, index) => list.append({ ...entry, id: `${index}` })))
    expect(await made(store).find((record) => record.code === code, { limit: 10 })).toHaveLength(500)
    expect(await made(store).find(() => false, { limit: 10 })).toEqual([])
  })

  it('are found by the code of the arrival when its own record is gone', async () => {
    const steps = [arrived, { ...refused, linkCode: arrived.code }, { ...arrived, requestId: 'STRANGER', code: 'NEW' }]
    const records = await withSteps(made(storeOf(), { maxEntries: 1 }), steps)
    expect(await foundCodes(records, arrived.code)).toEqual(['REFUSED'])
  })

  it('are limited in number, where links that strangers open do not count', async () => {
    const presses = Array.from({ length: 9 }, (_, count) => ({ ...confirmed, code: `CODE${count}` }))
    const strangers = Array.from({ length: 50 }, (_, link) => ({ ...arrived, requestId: `STRANGER${link}` }))
    const records = await withSteps(made(storeOf(), { maxEntries: 3 }), [...presses, ...strangers])
    expect(await newestCodes(records)).toEqual(['CODE8', 'CODE7', 'CODE6'])
    expect(await exported(records)).toHaveLength(6)
  })

  it('count the presses of each day, without waits', async () => {
    const records = await withSteps(made(storeOf()), [confirmed, refused, waiting, confirmed], today() - 3000)
    const days = await records.days(3)
    expect(days.map(({ day, confirmed, refused }) => [day, confirmed, refused])).toEqual([
      [dayAgo(2), 0, 0],
      [dayAgo(1), 1, 1],
      [dayAgo(0), 1, 0],
    ])
  })

  it('are filtered by day, reason and outcome, by which other steps than presses are listed', async () => {
    const steps = [refused, confirmed, { ...signedIn, step: 'cancelled', code: 'CANCELLED' } as const]
    const records = await withSteps(made(storeOf(), { detail: 'full' }), [arrived, ...steps], today() - 2000)
    expect(await newestCodes(records, { day: dayAgo(1) })).toEqual(['REFUSED'])
    expect(await newestCodes(records, { day: dayAgo(0) })).toEqual(['CONFIRMED'])
    expect(await newestCodes(records, { reason: 'request_expired' })).toEqual(['REFUSED'])
    expect(await newestCodes(records, { outcome: 'cancelled' })).toEqual(['CANCELLED'])
    expect(await newestCodes(records, { wallet: '7xKX', outcome: 'confirmed' })).toEqual(['CONFIRMED'])
    expect(await newestCodes(records, { day: dayAgo(20) })).toEqual([])
    expect(await newestCodes(records, { day: `${dayAgo(1)}..${dayAgo(0)}` })).toEqual(['CONFIRMED', 'REFUSED'])
    expect(await newestCodes(records, { day: `${dayAgo(20)}..${dayAgo(2)}` })).toEqual([])
    expect(codesOf(await exported(records, { day: dayAgo(0) }))).toEqual(['CANCELLED', 'CONFIRMED'])
    expect(codesOf(await exported(records, { outcome: 'arrived' }))).toEqual(['ARRIVED'])
  })
})

it('ConnectRecords starts a day after the end of the filtered day, so that a page of Redis reads no newer records', async () => {
  const store = redisStoreOfTest()
  const newest = vi.fn<(before: string | undefined) => void>()
  const list: Store['list'] = (name, options) => {
    const inner = store.list(name, options)
    return { ...inner, newest: (page) => (newest(page.before), inner.newest(page)) }
  }
  const records = await withSteps(made({ ...store, list }), [refused])
  expect(await newestCodes(records, { day: dayAgo(20) })).toEqual([])
  expect(newest).toHaveBeenLastCalledWith(`${today() - 18 * dayInMs}-0`)
  const before = `${today() - 20 * dayInMs}-0`
  await records.newest({ limit: 10, where: { day: dayAgo(20) }, before })
  expect(newest).toHaveBeenLastCalledWith(before)
})

it('ConnectRecords cuts a page with a filter after 20,000 records', async () => {
  let read = 0
  const entryOf = (number: number) => ({ id: `${9e9 - number}-0`, at: Date.now(), entry: {} })
  const newest = async ({ limit }: { limit: number }) => Array.from({ length: limit }, () => entryOf((read += 1)))
  const list = () => ({ newest }) as never
  const page = await made({ ...processStore(), list }).newest({ limit: 10, where: { outcome: 'refused' } })
  expect(page).toEqual({ rows: [], nextBefore: entryOf(20_000).id, isCut: true })
})

it('ConnectRecords keeps a tally for 32 days, because the figures cover 30 days', async () => {
  const store = processStore()
  await withSteps(made(store), [confirmed])
  expect(await store.remainingMs(tallyKeyOf(Date.now()))).toBeGreaterThan(31.9 * dayInMs)
})

useLog()

describe('ConnectRecords while Redis accepts no writes', () => {
  it('accepts records immediately, and writes each once when Redis has memory again', async () => {
    const connection = redis.connect({ timeoutMs: 1000 })
    const records = await withSteps(made(redisStore(connection, 'refusing:')), [confirmed])
    await redis.fill()
    for (let count = 0; count < 20; count += 1) records.add({ ...refused, code: `CODE${count}` })
    await vi.waitFor(() => expect(connection.state).toBe('full'), 10_000)
    expect(keptState('connect_records')).toEqual({ waiting: 20, lost: 0 })
    await redis.empty()
    await keptSettled()
    expect(await newestCodes(records)).toHaveLength(21)
    expect((await records.days(1))[0]).toMatchObject({ confirmed: 1, refused: 20 })
    expect(keptState('connect_records').lost).toBe(0)
  }, 30_000)

  it('reports presses above the byte limit as lost, where steps of strangers do not count', async () => {
    const connection = redis.connect({ url: 'redis://127.0.0.1:1', timeoutMs: 200 })
    const records = new ConnectRecords(redisStore(connection, 'full:'), settings, { maxBytes: 1500 })
    for (let count = 0; count < 50; count += 1) records.add(arrived)
    const { lost: lostSteps } = keptState('connect_records')
    for (let count = 0; count < 5; count += 1) records.add(waiting)
    const { waiting: kept, lost } = keptState('connect_records')
    expect([kept + lost, lost - lostSteps < 5, lost > lostSteps]).toEqual([55, true, true])
  })
})
