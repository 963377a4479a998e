import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startRedis, type Redis } from '@/e2e/harness/redis'
import { processStore } from './process-store'
import { RedisConnection } from './redis-connection'
import { redisStore } from './redis-store'
import { sharedFlight, type SharedFlightOptions } from './shared-flight'
import type { Store } from './store'

/* Two instances of the app, each with a connection of its own to one real Redis. */

let redis: Redis
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.close())

const connections: RedisConnection[] = []
let tests = 0
beforeEach(() => {
  tests += 1
})
afterEach(() => {
  for (const connection of connections.splice(0)) connection.close()
})

function instance(options: Partial<SharedFlightOptions<string>> = {}) {
  const connection = new RedisConnection({ url: redis.url, timeoutMs: 5000 })
  connections.push(connection)
  const store = redisStore(connection, `flight-test-${tests}:`)
  const share = sharedFlight<string>(store, { seal, open, leaseMs: 600, lookMs: 10, ...options })
  return { share, store, connection }
}

const seal = async (result: string) => Buffer.from(result).toString('base64')
const open = async (sealed: string) => Buffer.from(sealed, 'base64').toString()

/** Work that goes on until it is told to end. */
function longWork() {
  let finish = (_result: string) => {}
  let fail = (_error: Error) => {}
  const ended = new Promise<string>((resolve, reject) => {
    finish = resolve
    fail = reject
  })
  return { work: vi.fn(() => ended), finish: (result: string) => finish(result), fail: (error: Error) => fail(error) }
}

/** Everything that Redis holds. */
async function stored(connection: RedisConnection): Promise<string[]> {
  return connection.run(async (client) => {
    const keys = await client.keys(`flight-test-${tests}:*`)
    return Promise.all(keys.map(async (key) => `${key} ${await client.get(key)}`))
  })
}

const isAwaited = (connection: RedisConnection) =>
  expect.poll(() => stored(connection)).toEqual([expect.stringContaining('"isAwaited":true')])

describe('sharedFlight', () => {
  it('has whoever comes meanwhile, on another instance, wait for the one run and share its result', async () => {
    const [one, two, three] = [instance(), instance(), instance()]
    const { work, finish } = longWork()
    const first = one.share('a', work)
    await vi.waitFor(() => expect(work).toHaveBeenCalled())
    const others = [
      two.share(
        'a',
        vi.fn(() => Promise.reject(new Error('not mine'))),
      ),
      three.share('a', () => Promise.reject(new Error('not mine'))),
    ]
    await isAwaited(one.connection)
    finish('the result')
    expect(await Promise.all([first, ...others])).toEqual(['the result', 'the result', 'the result'])
  })

  it('puts a result that nobody waits for nowhere, and one that somebody waits for only sealed', async () => {
    const [one, two] = [instance(), instance({ keptMs: 300 })]
    const replaced = [one, two].map(({ store }) => vi.spyOn(store, 'replaceIfEqual'))
    const set = () => replaced.flatMap(({ mock }) => mock.calls.map(([, , next]) => next))
    expect(await one.share('a', async () => 'secret-1')).toBe('secret-1')
    expect(set()).toEqual([])
    expect(await stored(one.connection)).toEqual([])

    const { work, finish } = longWork()
    const first = two.share('a', work)
    await vi.waitFor(() => expect(work).toHaveBeenCalled())
    const second = one.share('a', work)
    await isAwaited(one.connection)
    finish('secret-2')
    expect(await Promise.all([first, second])).toEqual(['secret-2', 'secret-2'])
    expect(work).toHaveBeenCalledTimes(1)
    expect(JSON.stringify(set())).not.toContain('secret-2')
    expect(JSON.stringify(set())).toContain(await seal('secret-2'))
    await expect.poll(() => stored(one.connection)).toEqual([])
  })

  it('runs what comes after the end anew, even while the result is still kept', async () => {
    const [one, two] = [instance({ keptMs: 300 }), instance()]
    const { work, finish } = longWork()
    const first = one.share('a', work)
    await vi.waitFor(() => expect(work).toHaveBeenCalled())
    const second = two.share('a', work)
    await isAwaited(one.connection)
    finish('former')
    await Promise.all([first, second])
    expect(await two.share('a', async () => 'new')).toBe('new')
  })

  it('runs another key meanwhile', async () => {
    const [one, two] = [instance(), instance()]
    const { work, finish } = longWork()
    const first = one.share('a', work)
    expect(await two.share('b', async () => 'b')).toBe('b')
    finish('a')
    expect(await first).toBe('a')
  })

  it('keeps a long run alone for as long as its instance lives', async () => {
    // Renewed in time by a busy machine too.
    const leaseMs = 800
    const [one, two] = [instance({ leaseMs }), instance({ leaseMs })]
    const { work, finish } = longWork()
    const other = vi.fn(async () => 'other')
    const first = one.share('a', work)
    await vi.waitFor(() => expect(work).toHaveBeenCalled())
    const second = two.share('a', other)
    await new Promise((resolve) => setTimeout(resolve, 2 * leaseMs))
    expect(other).not.toHaveBeenCalled()
    finish('done')
    expect(await Promise.all([first, second])).toEqual(['done', 'done'])
  })

  it('has whoever waits do the work where the run throws', async () => {
    const [one, two] = [instance(), instance()]
    const { work, fail } = longWork()
    const first = one.share('a', work)
    await vi.waitFor(() => expect(work).toHaveBeenCalled())
    const second = two.share('a', async () => 'from two')
    await isAwaited(one.connection)
    fail(new Error('no'))
    await expect(first).rejects.toThrow('no')
    expect(await second).toBe('from two')
  })

  it('has whoever waits do the work where the instance of the run has died', async () => {
    const two = instance()
    // What an instance that was killed has left behind.
    const left = { kind: 'under way', run: 'of the dead', isAwaited: false }
    await two.store.set('flight:a', left, { ttlMs: 200 })
    const startedAt = performance.now()
    expect(await two.share('a', async () => 'from two')).toBe('from two')
    expect(performance.now() - startedAt).toBeGreaterThan(150)
  })

  it('does not wait for ever', async () => {
    const two = instance({ maxWaitMs: 100 })
    await two.store.set('flight:a', { kind: 'under way', run: 'a', isAwaited: true }, { ttlMs: 10_000 })
    expect(await two.share('a', async () => 'from two')).toBe('from two')
  })

  it('has whoever waits do the work where the result cannot be opened', async () => {
    const [one, two] = [instance({ keptMs: 100 }), instance({ open: async () => null })]
    const { work, finish } = longWork()
    const first = one.share('a', work)
    await vi.waitFor(() => expect(work).toHaveBeenCalled())
    const second = two.share('a', async () => 'from two')
    await isAwaited(one.connection)
    finish('sealed by one')
    expect(await Promise.all([first, second])).toEqual(['sealed by one', 'from two'])
  })

  it.each([
    ['is away', (one: Store): Store => ({ ...one, setIfAbsent: () => Promise.reject(away()) })],
    [
      'goes away meanwhile',
      (one: Store): Store => ({ ...one, setIfAbsent: async () => false, get: () => Promise.reject(away()) }),
    ],
    [
      'goes away as the run ends',
      (one: Store): Store => ({ ...one, setIfAbsent: async () => true, deleteIfEqual: () => Promise.reject(away()) }),
    ],
  ])('has everybody do the work where the store %s', async (_what, change) => {
    const { store } = instance()
    const share = sharedFlight<string>(change(store), { seal, open })
    expect(await share('a', async () => 'done')).toBe('done')
  })

  it('asks a store of this process for nothing', async () => {
    const store = processStore()
    const set = vi.spyOn(store, 'setIfAbsent')
    expect(await sharedFlight<string>(store, { seal, open })('a', async () => 'done')).toBe('done')
    expect(set).not.toHaveBeenCalled()
  })
})

const away = () => Object.assign(new Error('away'), { name: 'StoreUnavailableError' })
