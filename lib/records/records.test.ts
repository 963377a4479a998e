import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { dayInMs } from '@/lib/format'
import { isReadable } from '@/lib/service'
import { processStore } from '@/lib/store/process-store'
import { redisStore } from '@/lib/store/redis-store'
import type { Store } from '@/lib/store'
import { useRedis } from '@/lib/store/test-redis'
import { connectRecords, type ConnectRecords, type RecordPage } from './records'
import type { ConnectAttempt } from '@/lib/connect/outcome'
import type { ConnectRecord, ConnectStep, RecordFilter, StoredRecord } from './record'

const settings = { detail: 'minimal', maxAgeMs: 30 * dayInMs, maxEntries: 100_000, hashKey: 'key' } as const

const confirmed: ConnectAttempt = {
  outcome: { kind: 'confirmed' },
  status: 200,
  code: 'CODE000001',
  requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  userId: 'user-1',
  walletAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  way: 'deep_link',
  isProven: true,
  durationMs: 120,
  attempts: 1,
}
const refused: ConnectAttempt = {
  ...confirmed,
  outcome: {
    kind: 'refused',
    reason: 'request_expired',
    remedy: 'press_connect_again',
    message: 'canary-message',
    code: 'CODE000002',
  },
  status: 410,
  code: 'CODE000002',
  isProven: false,
}
const waiting: ConnectAttempt = {
  ...confirmed,
  outcome: { kind: 'wait', cause: 'queue', until: 500, place: 2, message: null, code: null },
  status: null,
  code: 'CODE000003',
  attempts: 0,
}

const arrived: ConnectStep = {
  step: 'arrived',
  code: 'CODE000000',
  requestId: confirmed.requestId,
  userId: undefined,
}
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
const none = { arrived: 0, sign_in_failed: 0, signed_in: 0, wallet_failed: 0, form_refused: 0, cancelled: 0 }

const redis = useRedis()
let prefixes = 0
const redisStoreOfTest = () => redisStore(redis.connect(), `records-${(prefixes += 1)}:`)

type OnRead = (name: string, before: string | undefined) => void
/** Reports each read of a list. */
const watched = (store: Store, onRead: OnRead): Store => ({
  ...store,
  list: (name, options) => {
    const list = store.list(name, options)
    return { ...list, newest: (page) => (onRead(name, page.before), list.newest(page)) }
  },
})
/** A list of the store for entries of any shape, such as those of another version. */
const rawList = (store: Store, name = 'connects') =>
  store.list(name, { schema: z.record(z.string(), z.any()), maxEntries: 10_000 })

const onLost = vi.fn<(record: unknown, reason: string) => void>()
beforeEach(() => void onLost.mockReset())

const made = (store: Store, changed: Partial<Parameters<typeof connectRecords>[2]> = {}, now?: () => number) =>
  connectRecords(store, { onLost, pauseMs: 20 }, { ...settings, ...changed }, now)

/** Adds steps of links, and waits until they are written. */
async function withSteps(records: ConnectRecords, ...steps: Parameters<ConnectRecords['add']>[0][]) {
  for (const step of steps) records.add(step)
  await records.settled()
  return records
}

const readable = (found: RecordPage | RecordPage['entries']): ConnectRecord[] =>
  (Array.isArray(found) ? found : found.entries).map(({ entry }) => entry).filter(isReadable)

const codesOf = (found: Parameters<typeof readable>[0]) => readable(found).map(({ code }) => code)

/** Reads the pages of an export. */
async function pagesOf(records: ConnectRecords, where?: RecordFilter): Promise<StoredRecord[][]> {
  const pages: StoredRecord[][] = []
  for await (const page of records.all(where)) pages.push(page)
  return pages
}

describe.each([
  { where: 'in Redis', storeOf: redisStoreOfTest },
  { where: 'in the process', storeOf: () => processStore() },
])('connect records $where', ({ storeOf }) => {
  it('keep the fields for an operator, but no message, user or wallet, when the detail is minimal', async () => {
    const at = () => 1_763_740_800_000
    const records = await withSteps(made(storeOf(), {}, at), confirmed, refused, waiting)
    const newest = readable(await records.newest({ limit: 10 }))
    expect(newest.map(({ outcome, reason, code }) => [outcome, reason, code])).toEqual([
      ['wait', 'queue', 'CODE000003'],
      ['refused', 'request_expired', 'CODE000002'],
      ['confirmed', null, 'CODE000001'],
    ])
    expect(newest[2]).toEqual({
      id: expect.any(String),
      at: 1_763_740_800_000,
      outcome: 'confirmed',
      reason: null,
      status: 200,
      code: 'CODE000001',
      requestId: confirmed.requestId,
      way: 'deep_link',
      isProven: true,
      durationMs: 120,
      attempts: 1,
    })
    expect(JSON.stringify(newest)).not.toMatch(/canary|user-1|7xKXtg2/)
  })

  it('are found by code and request id, and by user id when the detail is full', async () => {
    const minimal = await withSteps(made(storeOf()), refused)
    const codesFound = async (records: ConnectRecords, text: string) =>
      codesOf(await records.find([text], { limit: 10 }))
    expect(await codesFound(minimal, 'CODE000002')).toEqual(['CODE000002'])
    expect(await codesFound(minimal, refused.requestId)).toEqual(['CODE000002'])
    expect(await codesFound(minimal, 'CODE00000')).toEqual([])
    expect(await codesFound(minimal, 'user-1')).toEqual([])
    const full = await withSteps(made(storeOf(), { detail: 'full' }), confirmed, {
      ...refused,
      userId: 'user-2',
      requestId: 'ANOTHER',
    })
    expect(await codesFound(full, 'user-1')).toEqual(['CODE000001'])
    expect(readable(await full.find(['user-1'], { limit: 1 }))[0]).toMatchObject({
      userId: 'user-1',
      walletAddress: confirmed.walletAddress,
    })
  })

  it('return all steps of a link when the text is one of their codes, the request ID or the user ID', async () => {
    let now = 1_763_740_800_000
    const records = made(storeOf(), { detail: 'full' }, () => now)
    const userId = confirmed.userId
    const steps: Parameters<ConnectRecords['add']>[0][] = [
      arrived,
      { ...arrived, requestId: 'ANOTHER', code: 'CODEOTHER0' },
      { ...arrived, step: 'sign_in_failed', reason: 'unfinished', code: 'CODE00001A' },
      { ...arrived, step: 'signed_in', userId, code: 'CODE00001B' },
      { ...arrived, step: 'wallet_failed', reason: 'declined', userId, code: 'CODE00001C' },
      { ...arrived, step: 'form_refused', reason: 'invalid_wallet_address', userId, code: 'CODE00001D' },
      { ...arrived, step: 'cancelled', userId, code: 'CODE00001E' },
      refused,
    ]
    for (const step of steps) {
      records.add(step)
      await records.settled()
      now += 1000
    }
    const outcomes = async (text: string) =>
      readable(await records.find([text], { limit: 10 })).map(({ outcome }) => outcome)
    const whole = ['refused', 'cancelled', 'form_refused', 'wallet_failed', 'signed_in', 'sign_in_failed', 'arrived']
    for (const text of ['CODE000000', 'CODE00001C', 'CODE000002', arrived.requestId, userId]) {
      expect((await outcomes(text)).toSorted()).toEqual(whole.toSorted())
    }
    expect(await outcomes('CODEOTHER0')).toEqual(['arrived'])
    // The list of presses has no step before a press.
    expect(readable(await records.newest({ limit: 10 })).map(({ outcome }) => outcome)).toEqual([
      'refused',
      'form_refused',
    ])
    const [{ steps: counted } = { steps: none }] = await records.days(1)
    expect(counted).toEqual({ ...none, ...Object.fromEntries(whole.slice(1).map((step) => [step, 1])), arrived: 2 })
  })

  it('count an arrival of a signed-in user also as signed in', async () => {
    const records = await withSteps(made(storeOf()), { ...arrived, userId: 'user-1' })
    expect((await records.days(1))[0]?.steps).toEqual({ ...none, arrived: 1, signed_in: 1 })
  })

  it('keep a repeated problem of a user, or of a link without a user, once a minute, but each different problem', async () => {
    const records = made(storeOf())
    const refusedForm: ConnectStep = { ...arrived, step: 'form_refused', userId: 'user-1' }
    const failed: ConnectStep = { ...arrived, step: 'wallet_failed', reason: 'declined' }
    for (let press = 0; press < 20; press += 1) {
      records.add({ ...refusedForm, reason: 'missing_signature' })
      records.add({ ...refusedForm, reason: 'invalid_signature' })
      records.add({ ...refusedForm, reason: 'missing_signature', userId: 'user-2' })
      records.add(failed)
      records.add({ ...failed, requestId: 'ANOTHER' })
    }
    await records.settled()
    expect((await records.days(1))[0]?.steps).toEqual({ ...none, form_refused: 3, wallet_failed: 2 })
    const reasons = readable(await records.newest({ limit: 100 })).map(({ reason }) => reason)
    expect(reasons).toEqual(['missing_signature', 'invalid_signature', 'missing_signature'])
  })

  it('are found when the text is the start or the end of a wallet address, or both', async () => {
    const records = await withSteps(made(storeOf(), { detail: 'full' }), confirmed)
    const countOf = async (text: string) => (await records.find([text], { limit: 10 })).length
    for (const text of ['7xKX', 'gAsU', '7xKXtg2C', '7xKX…gAsU', '7xKX...gAsU'])
      expect(await countOf(text), text).toBe(1)
    for (const text of ['7xK', 'tg2C', '7xKX…', '…gAsU', '7xKX…gAsV', '7xkx']) expect(await countOf(text), text).toBe(0)
  })

  it('forget only the given user', async () => {
    const records = await withSteps(
      made(storeOf(), { detail: 'full' }),
      confirmed,
      { ...arrived, step: 'signed_in', userId: 'user-1' },
      { ...refused, userId: 'user-2' },
    )
    expect(await records.forget('user-1')).toBe(2)
    expect(await records.forget('user-1')).toBe(0)
    expect(await records.find(['user-1'], { limit: 10 })).toEqual([])
    expect(readable(await records.newest({ limit: 10 })).map(({ userId }) => userId)).toEqual(['user-2'])
  })

  it('of detail full are deleted and those of minimal kept, without a search when a mark shows that there are none', async () => {
    const store = storeOf()
    const minimal = await withSteps(made(store), refused)
    expect(await minimal.deleteFull({ isLast: true })).toBe(0)
    const ofUser = { reason: null, status: 1, code: 'A', requestId: 'B', userId: 'C' }
    await rawList(store).append({ id: 'a', at: 1, outcome: 'refused', ...ofUser })
    expect(await minimal.deleteFull({ isLast: false })).toBe(0)
    const signedIn: ConnectStep = { ...arrived, step: 'signed_in', userId: 'user-1' }
    await withSteps(made(store, { detail: 'full' }), confirmed, signedIn)
    expect(await minimal.deleteFull({ isLast: false })).toBe(3)
    expect(codesOf(await minimal.newest({ limit: 10 }))).toEqual(['CODE000002'])
  })

  it('return at most 500 steps of a link', async () => {
    const store = storeOf()
    const list = rawList(store, 'connect-arrivals')
    const { requestId, code } = arrived
    const entry = { id: 'a', at: Date.now(), outcome: 'arrived', reason: null, status: null, code, requestId }
    await Promise.all(Array.from({ length: 600 }, () => list.append(entry)))
    expect(await made(store).find([requestId], { limit: 10 })).toHaveLength(500)
  })

  it('are found by the code of the arrival when its own record is gone', async () => {
    const records = await withSteps(
      made(storeOf(), { maxEntries: 1 }),
      arrived,
      { ...refused, linkCode: arrived.code },
      { ...arrived, requestId: 'STRANGER', code: 'CODESTRANG' },
    )
    const found = readable(await records.find([arrived.code], { limit: 10 }))
    expect(found.map(({ outcome }) => outcome)).toEqual(['refused'])
  })

  it('are found beyond the first thousand records', async () => {
    const store = storeOf()
    const records = await withSteps(made(store), refused)
    const list = store.list('connects', { schema: z.string(), maxEntries: settings.maxEntries })
    await Promise.all(Array.from({ length: 2100 }, () => list.append('another version')))
    expect(readable(await records.find([refused.code], { limit: 10 }))).toHaveLength(1)
  })

  it('keep a press without a call once a minute for each user', async () => {
    const records = made(storeOf())
    const known: ConnectAttempt = { ...refused, attempts: 0, status: null }
    for (let press = 0; press < 20; press += 1) {
      records.add({ ...waiting, code: `WAIT${press}` })
      records.add({ ...known, code: `KNOWN${press}` })
      records.add({ ...waiting, userId: 'user-2', code: `OTHER${press}` })
    }
    records.add({ ...confirmed, code: 'CALL' })
    await records.settled()
    const kept = codesOf(await records.newest({ limit: 100 }))
    expect(kept).toEqual(['CALL', 'OTHER0', 'WAIT0'])
    expect((await records.days(1))[0]).toMatchObject({ confirmed: 1, refused: 0 })
  })

  it('are limited in number, where links that strangers open do not count', async () => {
    const presses = Array.from({ length: 9 }, (_, count) => ({ ...confirmed, code: `CODE${count}` }))
    const strangers = Array.from({ length: 50 }, (_, link) => ({ ...arrived, requestId: `STRANGER${link}` }))
    const records = await withSteps(made(storeOf(), { maxEntries: 3 }), ...presses, ...strangers)
    expect(codesOf(await records.newest({ limit: 10 }))).toEqual(['CODE8', 'CODE7', 'CODE6'])
  })

  it('count the confirmed and refused presses of each day, without waits', async () => {
    let now = Date.parse('2026-11-20T23:59:59Z')
    const records = made(storeOf(), {}, () => now)
    for (const attempt of [confirmed, confirmed, refused, waiting]) records.add(attempt)
    now += 2000
    records.add(confirmed)
    await records.settled()
    const empty = { confirmed: 0, refused: 0, reasons: {}, steps: none, ways: {}, languages: {} }
    const ways = (presses: number, confirmed: number) => ({ deep_link: { presses, confirmed } })
    expect(await records.days(3)).toEqual([
      { ...empty, day: '2026-11-19' },
      { ...empty, day: '2026-11-20', confirmed: 2, refused: 1, reasons: { request_expired: 1 }, ways: ways(3, 2) },
      { ...empty, day: '2026-11-21', confirmed: 1, ways: ways(1, 1) },
    ])
  })

  it('count presses by known way and by language, without waits and other steps', async () => {
    const store = storeOf()
    const at = 1_763_740_800_000
    const unknown = ['way:telepathy', 'way:telepathy:confirmed']
    await store.addToTally(`connects:${dayOf(at)}`, unknown, { ttlMs: dayInMs })
    const records = await withSteps(
      made(store, {}, () => at),
      { ...confirmed, way: 'browser', language: 'de' },
      { ...confirmed, way: 'address', language: 'pt-BR' },
      { ...refused, way: 'browser', language: 'de' },
      { ...refused, way: 'browser' },
      { ...waiting, way: 'in_app_browser', language: 'ja' },
      { ...arrived, step: 'form_refused', userId: 'user-1', way: 'in_app_browser', language: 'ja' },
      { ...arrived, language: 'ja' },
    )
    expect((await records.days(1))[0]).toEqual({
      day: dayOf(at),
      confirmed: 2,
      refused: 2,
      reasons: { request_expired: 2 },
      steps: { ...none, arrived: 1, form_refused: 1 },
      ways: { browser: { presses: 3, confirmed: 1 }, address: { presses: 1, confirmed: 1 } },
      languages: { de: { presses: 2, confirmed: 1 }, 'pt-BR': { presses: 1, confirmed: 1 } },
    })
  })

  it('keep the language of the page, and read a record without its language when the language is invalid', async () => {
    const store = storeOf()
    const list = rawList(store)
    const plain = { id: 'a', at: 1, outcome: 'confirmed', reason: null, status: 200, code: 'PLAIN', requestId: 'R' }
    await list.append(plain)
    await list.append({ ...plain, id: 'b', language: 'de<script>' })
    await list.append({ ...plain, id: 'c', language: 7 })
    const records = await withSteps(made(store), { ...refused, language: 'zh-Hans' }, { ...arrived, language: 'de' })
    const languages = readable(await records.newest({ limit: 10 })).map(({ language }) => language)
    expect(languages).toEqual(['zh-Hans', undefined, undefined, undefined])
    const found = readable(await records.find([arrived.code], { limit: 10 }))
    expect(found.find(({ outcome }) => outcome === 'arrived')?.language).toBe('de')
  })

  it('are filtered by outcome, reason, day and wallet', async () => {
    const [yesterday, today] = [dayOf(Date.now() - dayInMs), dayOf(Date.now())]
    let now = Date.parse(today) - 1000
    const records = made(storeOf(), { detail: 'full' }, () => now)
    records.add({ ...confirmed, code: 'FIRST' })
    records.add({ ...refused, code: 'EXPIRED' })
    records.add({ ...waiting, code: 'WAIT' })
    now += 2000
    const outcome = { ...refused.outcome, reason: 'no_answer' } as typeof refused.outcome
    records.add({ ...refused, outcome, code: 'MUTE' })
    records.add({ ...confirmed, walletAddress: 'So11111111111111111111111111111111111111112', code: 'OTHER' })
    records.add({ ...arrived, step: 'wallet_failed', reason: 'declined', userId: 'user-1', code: 'DECLINED' })
    await records.settled()
    const codes = async (where: RecordFilter) => codesOf(await records.newest({ limit: 10, where }))
    expect(await codes({ outcome: 'refused' })).toEqual(['MUTE', 'EXPIRED'])
    expect(await codes({ outcome: 'wait' })).toEqual(['WAIT'])
    expect(await codes({ outcome: 'wallet_failed' })).toEqual(['DECLINED'])
    expect(await codes({ reason: 'no_answer' })).toEqual(['MUTE'])
    expect(await codes({ day: yesterday })).toEqual(['WAIT', 'EXPIRED', 'FIRST'])
    expect(await codes({ day: today })).toEqual(['OTHER', 'MUTE'])
    expect(await codes({ day: today, outcome: 'refused' })).toEqual(['MUTE'])
    expect(await codes({ wallet: 'So11' })).toEqual(['OTHER'])
    expect(await codes({ wallet: '7xKX…gAsU', outcome: 'confirmed' })).toEqual(['FIRST'])
    expect(await codes({ wallet: 'So1' })).toEqual([])
    expect(await codes({ outcome: undefined, reason: undefined })).toHaveLength(5)
  })

  it('are filtered in pages, which are cut when they would have to read too many records', async () => {
    const store = storeOf()
    const records = made(store, { maxScanned: 5 })
    records.add({ ...refused, code: 'OLDEST' })
    for (let count = 0; count < 8; count += 1) records.add({ ...confirmed, code: `CONFIRMED${count}` })
    records.add({ ...refused, code: 'NEWEST' })
    await records.settled()
    const where: RecordFilter = { outcome: 'refused' }
    const first = await records.newest({ limit: 4, where })
    expect([codesOf(first), first.isCut]).toEqual([['NEWEST'], true])
    const second = await records.newest({ limit: 4, where, before: first.nextBefore })
    expect([codesOf(second), second.isCut]).toEqual([['OLDEST'], true])
    const third = await records.newest({ limit: 4, where, before: second.nextBefore })
    expect(third).toEqual({ entries: [], nextBefore: undefined, isCut: false })
    const whole = await made(store).newest({ limit: 1, where })
    expect([codesOf(whole), whole.isCut]).toEqual([['NEWEST'], false])
    const rest = await made(store).newest({ limit: 4, where, before: whole.nextBefore })
    expect([codesOf(rest), rest.nextBefore, rest.isCut]).toEqual([['OLDEST'], undefined, false])
  })

  it('are returned as unreadable, but omitted when filtered', async () => {
    const store = storeOf()
    await store.list('connects', { schema: z.string(), maxEntries: 10 }).append('another version')
    const records = await withSteps(made(store), refused)
    expect((await records.newest({ limit: 10, where: { outcome: 'refused' } })).entries).toHaveLength(1)
    expect((await pagesOf(records, { outcome: 'refused' })).flat().map(isReadable)).toEqual([true])
    expect((await pagesOf(records)).flat().map(isReadable)).toEqual([true, false])
    const { entries } = await records.newest({ limit: 10 })
    expect(entries.map(({ entry }) => isReadable(entry))).toEqual([true, false])
  })

  it('are returned in one order, presses and other steps together', async () => {
    let now = 1_763_740_800_000
    const records = made(storeOf(), { detail: 'full' }, () => (now += 1000))
    const userId = confirmed.userId
    const signedIn: ConnectStep = { ...arrived, step: 'signed_in', userId }
    const declined: ConnectStep = { ...arrived, step: 'wallet_failed', reason: 'declined', userId }
    await withSteps(records, arrived, signedIn, refused, declined, confirmed, { ...arrived, requestId: 'ANOTHER' })
    const outcomes = async (where?: RecordFilter) =>
      (await pagesOf(records, where)).flat().map((record) => isReadable(record) && record.outcome)
    expect(await outcomes()).toEqual(['arrived', 'confirmed', 'wallet_failed', 'refused', 'signed_in', 'arrived'])
    expect(await outcomes({ outcome: 'arrived' })).toEqual(['arrived', 'arrived'])
    expect(await outcomes({ wallet: confirmed.walletAddress })).toEqual(['confirmed', 'refused'])
    expect(await outcomes({ day: '2025-11-20' })).toEqual([])
  })

  it('are returned once each, in pages that are read on demand', async () => {
    const store = storeOf()
    const read = vi.fn<OnRead>()
    const [presses, steps] = [rawList(store), rawList(store, 'connect-steps')]
    const base = { outcome: 'confirmed', reason: null, status: 200, code: 'CODE', requestId: 'R' }
    const press = (index: number) => presses.append({ ...base, id: `press-${index}`, at: index * 2 })
    await Promise.all(Array.from({ length: 2500 }, (_, index) => press(index)))
    // The same record again, as after a time-out of the store.
    await press(2499)
    const cancel = (index: number) =>
      steps.append({ ...base, outcome: 'cancelled', id: `step-${index}`, at: index * 4 + 1 })
    await Promise.all(Array.from({ length: 1200 }, (_, index) => cancel(index)))
    const records = made(watched(store, read))
    const pages = await pagesOf(records)
    const all = pages.flat().filter(isReadable)
    expect(all).toHaveLength(3700)
    expect(new Set(all.map(({ id }) => id)).size).toBe(3700)
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((one, other) => other - one))
    expect(Math.max(...pages.map(({ length }) => length))).toBeLessThanOrEqual(3000)

    read.mockReset()
    for await (const page of records.all()) {
      expect(page.length).toBeGreaterThan(0)
      break
    }
    // One page of each list.
    expect(read.mock.calls).toHaveLength(3)
    expect(new Set(read.mock.calls.map(([name]) => name)).size).toBe(3)
  })
})

describe('connectRecords in Redis', () => {
  it('starts reading a day after the end of the filtered day when there are newer records', async () => {
    const now = Date.now()
    const store = redisStoreOfTest()
    const newest = vi.fn<OnRead>()
    const records = made(watched(store, newest), {}, () => now)
    await withSteps(records, refused)
    const [today, earlier] = [dayOf(now), dayOf(now - 20 * dayInMs)]
    expect(codesOf(await records.newest({ limit: 10, where: { day: today } }))).toEqual([refused.code])
    expect(codesOf(await records.newest({ limit: 10, where: { day: earlier } }))).toEqual([])
    expect(newest).toHaveBeenLastCalledWith(expect.any(String), `${Date.parse(earlier) + 2 * dayInMs}-0`)
    const before = `${Date.parse(earlier) + 1000}-0`
    await records.newest({ limit: 10, where: { day: earlier }, before })
    expect(newest).toHaveBeenLastCalledWith(expect.any(String), before)
  })

  it('keeps a tally for 32 days, because the figures cover 30 days', async () => {
    const addToTally = vi.fn<Store['addToTally']>(async () => {})
    await withSteps(made({ ...processStore(), addToTally }), confirmed)
    const { ttlMs } = addToTally.mock.calls[0]?.[2] ?? {}
    expect(ttlMs).toBe(32 * dayInMs)
  })
})

describe('connectRecords while Redis accepts no writes', () => {
  it('accepts records immediately, and writes each once when Redis has memory again', async () => {
    const connection = redis.connect({ timeoutMs: 1000 })
    const records = made(redisStore(connection, 'refusing:'))
    records.add(confirmed)
    await records.settled()
    await redis.fill()
    for (let count = 0; count < 20; count += 1) records.add({ ...refused, code: `CODE${count}` })
    await vi.waitFor(() => expect(connection.state).toBe('full'), 10_000)
    expect(records.backlog).toEqual({ waiting: 20, lost: 0 })
    await redis.empty()
    await records.settled()
    expect(readable(await records.newest({ limit: 100 }))).toHaveLength(21)
    expect((await records.days(1))[0]).toMatchObject({ confirmed: 1, refused: 20 })
    expect(onLost).not.toHaveBeenCalled()
  }, 30_000)

  it('reports records above the byte limit as lost', async () => {
    const connection = redis.connect({ url: 'redis://127.0.0.1:1', timeoutMs: 200 })
    const records = connectRecords(redisStore(connection, 'full:'), { onLost, maxBytes: 1500 }, settings)
    for (let count = 0; count < 5; count += 1) records.add(waiting)
    const { waiting: kept, lost } = records.backlog
    expect([kept + lost, kept > 0, lost > 0]).toEqual([5, true, true])
    expect(onLost.mock.calls.map(([, reason]) => reason)).toEqual(Array.from({ length: lost }, () => 'full'))
    records.end()
    expect(onLost).toHaveBeenCalledTimes(5)
  })
})
