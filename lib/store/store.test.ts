import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { processStore } from './process-store'
import type { RedisConnection, RedisHealth } from './redis-connection'
import { redisStore } from './redis-store'
import { StoreUnavailableError, unlessUnavailable, type Store, type StoredList } from './store'
import { useRedis } from './test-support'

/*
 * Both implementations run the same tests, because they must behave alike. Two handles represent two instances of the
 * app: two connections in Redis, or the same store twice in the process.
 */

vi.setConfig({ testTimeout: 30_000 })

const redis = useRedis()
let now = 0
const clock = () => now
let prefixes = 0

function redisPair(): [Store, Store] {
  prefixes += 1
  const one = () => redisStore(redis.connect(), `test-${prefixes}:`)
  return [one(), one()]
}

function processPair(): [Store, Store] {
  const store = processStore({ now: clock, listNow: clock })
  return [store, store]
}

const text = z.string()
/** The newest entries of a list. */
const entriesOf = async <Entry>(list: StoredList<Entry>) =>
  (await list.newest({ limit: 100 })).map(({ entry }) => entry)

describe.each([
  { where: 'in Redis', isShared: true, pair: redisPair },
  { where: 'in the process', isShared: false, pair: processPair },
])('a store $where', ({ isShared, pair }) => {
  let store: Store
  let other: Store
  beforeEach(() => {
    now = Date.now()
    ;[store, other] = pair()
  })

  /** Redis has its own clock, so a test with Redis must wait for real time. */
  const advance = async (ms: number) => {
    now += ms
    if (isShared) await new Promise((resolve) => setTimeout(resolve, ms))
  }

  it('returns a stored value of the expected shape to all instances until it is deleted', async () => {
    expect(store.isShared).toBe(isShared)
    await store.set('a', { b: ['c', 1, null] }, { ttlMs: 60_000 })
    expect(await other.get('a', z.object({ b: z.array(z.unknown()) }))).toEqual({ b: ['c', 1, null] })
    expect(await other.get('a', text)).toBeNull()
    await other.delete('a')
    expect(await store.get('a', z.unknown())).toBeNull()
  })

  it('sets a value only when it is missing', async () => {
    const both = await Promise.all([store, other].map((one) => one.setIfAbsent('lock', 'x', { ttlMs: 60_000 })))
    expect(both.filter(Boolean)).toHaveLength(1)
    expect(await other.setIfAbsent('lock', 'y', { ttlMs: 60_000 })).toBe(false)
    expect(await store.get('lock', text)).toBe('x')
  })

  it('loses no change when instances update a value at the same time', async () => {
    const counts = z.record(z.string(), z.number())
    const add = (to: Store) =>
      to.update('counts', counts, (found, at) => {
        expect(Math.abs(at - now)).toBeLessThan(isShared ? 5000 : 1)
        return { value: { ...found, all: (found?.['all'] ?? 0) + 1 }, ttlMs: 60_000 }
      })
    expect(await add(store)).toEqual({ all: 1 })
    await Promise.all([store, other, store, other, other].map(add))
    expect(await other.get('counts', counts)).toEqual({ all: 6 })
    expect(await other.remainingMs('counts')).toBeLessThanOrEqual(60_000)
  })

  it('forgets a value when its time ends', async () => {
    const ttlMs = 800
    await store.set('short', 'a', { ttlMs })
    await store.set('long', 'b', { ttlMs: 60_000 })
    await store.set('for ever', 'c', { ttlMs: Infinity })
    await store.setIfAbsent('lock', 'x', { ttlMs })
    await store.update('changed', text, () => ({ value: 'a', ttlMs }))
    await advance(900)
    expect(await store.get('short', text)).toBeNull()
    expect(await store.remainingMs('short')).toBeNull()
    expect(await store.remainingMs('long')).toBeLessThanOrEqual(60_000 - 800)
    expect(await store.remainingMs('for ever')).toBe(Infinity)
    expect(await store.get('long', text)).toBe('b')
    expect(await store.get('for ever', text)).toBe('c')
    expect(await other.setIfAbsent('lock', 'y', { ttlMs: 60_000 })).toBe(true)
    expect(await store.get('lock', text)).toBe('y')
    expect(await store.get('changed', text)).toBeNull()
  })

  describe('list', () => {
    const number = z.number()
    const numbers = (maxEntries = 100, of = store) => of.list('numbers', { schema: number, maxEntries })

    it('returns the newest entries first, page by page', async () => {
      const list = numbers()
      const ids: string[] = []
      for (let value = 1; value <= 5; value += 1) ids.push(await list.append(value))
      const first = await numbers(100, other).newest({ limit: 2 })
      expect(first.map(({ entry }) => entry)).toEqual([5, 4])
      expect(first.map(({ id }) => id)).toEqual([ids[4], ids[3]])
      const second = await list.newest({ limit: 2, before: first.at(-1)?.id })
      expect(second.map(({ entry }) => entry)).toEqual([3, 2])
      const last = await list.newest({ limit: 2, before: second.at(-1)?.id })
      expect(last.map(({ entry }) => entry)).toEqual([1])
      expect(await list.newest({ limit: 2, before: last.at(-1)?.id })).toEqual([])
      expect(Math.abs((first[0]?.at ?? 0) - Date.now())).toBeLessThan(5000)
    })

    it('hides expired entries, and deletes them with the next entry', async () => {
      const list = store.list('numbers', { schema: number, maxEntries: 100, maxAgeMs: 3000 })
      await list.append(1)
      await advance(1700)
      await list.append(2)
      expect(await entriesOf(list)).toEqual([2, 1])
      await advance(1700)
      expect(await entriesOf(list)).toEqual([2])
      await list.append(3)
      expect(await entriesOf(numbers())).toEqual([3, 2])
    })

    it('deletes only matching entries of this list, and returns their number', async () => {
      const list = numbers()
      for (let value = 1; value <= 7; value += 1) await list.append(value)
      const same = numbers(100, other)
      expect(await same.remove((value) => value % 3 === 1)).toBe(3)
      expect(await entriesOf(list)).toEqual([6, 5, 3, 2])
      expect(await list.remove((value) => value % 3 === 1)).toBe(0)
      const another = store.list('another', { schema: number, maxEntries: 100 })
      expect(await another.remove(() => true)).toBe(0)
      expect(await entriesOf(another)).toEqual([])
      expect(await entriesOf(list)).toEqual([6, 5, 3, 2])
    })

    it('skips entries of another shape, and keeps them when it deletes all others', async () => {
      const texts = store.list('mixed', { schema: text, maxEntries: 100 })
      const list = store.list('mixed', { schema: number, maxEntries: 100 })
      await texts.append('a')
      await list.append(1)
      await texts.append('b')
      expect(await entriesOf(list)).toEqual([1])
      const fits = vi.fn<(value: number) => boolean>().mockReturnValue(true)
      expect(await list.remove(fits)).toBe(1)
      expect(fits.mock.calls).toEqual([[1]])
      expect(await entriesOf(texts)).toEqual(['b', 'a'])
    })

    it('deletes matching entries beyond the first five hundred', async () => {
      const list = numbers(10_000)
      await Promise.all(Array.from({ length: 1201 }, (_, index) => list.append(index + 1)))
      expect(await list.remove((value) => value > 10 && value < 1195)).toBe(1184)
      expect((await entriesOf(list)).toSorted((a, b) => a - b)).toEqual([
        1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1195, 1196, 1197, 1198, 1199, 1200, 1201,
      ])
    })

    it('drops the oldest entries above its limit, and keeps the order when entries were deleted', async () => {
      const list = numbers(3)
      for (const value of [1, 2, 3]) await list.append(value)
      await list.remove((value) => value === 2)
      await list.append(4)
      const entries = () => entriesOf(list)
      expect(await entries()).toEqual([4, 3, 1])
      expect(await list.remove(() => true)).toBe(3)
      expect(await entries()).toEqual([])
      for (const value of [5, 6, 7, 8]) await numbers(3, other).append(value)
      expect(await entries()).toEqual([8, 7, 6])
      const [newest] = await list.newest({ limit: 1 })
      expect((await list.newest({ limit: 1, before: newest?.id })).map(({ entry }) => entry)).toEqual([7])
    })
  })
})

it('redisStore stores a value of safety while Redis is full, and refuses others', async () => {
  const [store, other] = redisPair()
  const options = { ttlMs: 60_000, isAlsoIfFull: true }
  await redis.fill()
  try {
    await expect(store.set('other', true, { ttlMs: 60_000 })).rejects.toThrow(StoreUnavailableError)
    await store.set('a', true, options)
    expect(await other.get('a', z.boolean())).toBe(true)
  } finally {
    await redis.empty()
  }
})

it('redisStore keeps the entries of a list, and updates by its own clock, when an instance is a month ahead', async () => {
  const options = { schema: text, maxEntries: 100, maxAgeMs: 60_000 }
  const store = redisStore(redis.connect(), 'clock:')
  const list = store.list('a', options)
  const startedAt = Date.now()
  await list.append('first')
  vi.useFakeTimers({ now: Date.now() + 31 * 24 * 3_600_000, toFake: ['Date'] })
  try {
    await list.append('second')
    expect(await entriesOf(list)).toEqual(['second', 'first'])
    const at = await store.update('at', z.number(), (_, at) => ({ value: at, ttlMs: 60_000 }))
    expect(at - startedAt).toBeLessThan(60_000)
  } finally {
    vi.useRealTimers()
  }
})

it('redisStore reports a write of a key of another type as refused, and not as an outage', async () => {
  const onChange = vi.fn<(health: RedisHealth) => void>()
  const connection = redis.connect({ onChange })
  const store = redisStore(connection, 'refused:')
  await redis.command('SET', 'refused:list:a', 'x')
  await redis.command('LPUSH', 'refused:value:a', 'x')
  const options = { schema: text, maxEntries: 100, maxAgeMs: 60_000 }
  const refused = { name: 'StoreUnavailableError', reason: 'WRONGTYPE' }
  await expect(store.list('a', options).append('x')).rejects.toMatchObject(refused)
  await expect(store.update('a', text, () => ({ value: 'x', ttlMs: 60_000 }))).rejects.toMatchObject(refused)
  // A sign-out under such a key is unknown, and not missing.
  await expect(store.get('a', text)).rejects.toMatchObject(refused)
  await vi.waitFor(async () => expect(await connection.check()).toEqual({ state: 'ok', reason: 'WRONGTYPE' }), 10_000)
  expect(onChange.mock.calls.flat()).toEqual([null, 'WRONGTYPE'].map((reason) => ({ state: 'ok', reason })))
  await expect(store.list('b', options).append('x')).resolves.toMatch(/-0$/)
  await redis.fill()
  await expect(store.list('b', options).append('x')).rejects.toMatchObject({ reason: 'OOM' })
  await redis.empty()
})

it('redisStore is unavailable when a reply has another form', async () => {
  for (const reply of [null, 'OK', [1]]) {
    const connection = { runScript: () => Promise.resolve(reply) } as unknown as RedisConnection
    const update = redisStore(connection, 'form:').update('a', text, () => ({ value: 'x', ttlMs: 60_000 }))
    await expect(update, String(reply)).rejects.toThrow(StoreUnavailableError)
  }
})

describe('processStore at its limits', () => {
  it('drops the value that was used least recently', async () => {
    const store = processStore({ maxBytes: 700 })
    for (const key of ['a', 'b', 'a', 'c']) await store.set(key, 'x', { ttlMs: 60_000 })
    expect(await store.get('b', text)).toBeNull()
    expect(await store.get('a', text)).toBe('x')
    expect(await store.get('c', text)).toBe('x')
  })

  it('drops an expired value instead of the oldest value when a minute has passed', async () => {
    const store = processStore({ maxBytes: 700, now: clock })
    await store.set('a', 'x', { ttlMs: 120_000 })
    await store.set('b', 'x', { ttlMs: 1000 })
    now += 60_000
    await store.set('c', 'x', { ttlMs: 1000 })
    expect(await store.get('a', text)).toBe('x')
    expect(await store.get('c', text)).toBe('x')
  })

  it('counts bytes, but none of deleted values', async () => {
    const store = processStore({ maxBytes: 2000 })
    const long = 'ü'.repeat(500)
    await store.set('a', long, { ttlMs: 60_000 })
    await store.delete('a')
    await store.set('b', long, { ttlMs: 60_000 })
    expect(await store.get('b', text)).toBe(long)
    await store.set('c', long, { ttlMs: 60_000 })
    expect(await store.get('b', text)).toBeNull()
    expect(await store.get('c', text)).toBe(long)
  })

  it('limits the length of lists', async () => {
    const list = processStore().list('a', { schema: z.number(), maxEntries: 1_000_000 })
    for (let entry = 1; entry <= 10_001; entry += 1) await list.append(entry)
    const kept = await list.newest({ limit: 20_000 })
    expect([kept.length, kept[0]?.entry, kept.at(-1)?.entry]).toEqual([10_000, 10_001, 2])
  })
})

it('unlessUnavailable returns the result or, while the store is unavailable, the fallback, and rethrows other errors', async () => {
  const otherwise = (reason: string) => `not now: ${reason}`
  expect(await unlessUnavailable(async () => 1, otherwise)).toBe(1)
  const away = () => Promise.reject(new StoreUnavailableError('ECONNREFUSED'))
  expect(await unlessUnavailable(away, otherwise)).toBe('not now: ECONNREFUSED')
  await expect(unlessUnavailable(() => Promise.reject(new TypeError('broken')), otherwise)).rejects.toThrow('broken')
})

it('instanceof StoreUnavailableError accepts errors of another copy of the module, but no other errors', async () => {
  vi.resetModules()
  const copy = await import('./store')
  expect(copy.StoreUnavailableError).not.toBe(StoreUnavailableError)
  expect(new copy.StoreUnavailableError('away')).toBeInstanceOf(StoreUnavailableError)
  expect(new Error('away')).not.toBeInstanceOf(StoreUnavailableError)
  expect({ name: 'StoreUnavailableError' }).not.toBeInstanceOf(StoreUnavailableError)
})
