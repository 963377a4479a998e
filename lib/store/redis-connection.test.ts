import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startRedis, type Redis } from '@/e2e/harness/redis'
import { RedisConnection, script, type OnRedisChange } from './redis-connection'
import { StoreUnavailableError } from './store'

/** Long enough for a machine that does other things too. What fails at once takes a small part of it. */
const patientMs = 5000
const atOnceMs = patientMs / 2
vi.setConfig({ testTimeout: 6 * patientMs })

let redis: Redis
let connection: RedisConnection
const onChange = vi.fn<OnRedisChange>()

beforeEach(async () => {
  redis = await startRedis()
  onChange.mockClear()
  connection = connect(patientMs)
})
afterEach(async () => {
  vi.restoreAllMocks()
  connection.close()
  await redis.close()
})

const connect = (timeoutMs: number, url = redis.url) => new RedisConnection({ url, timeoutMs, onChange })
const ping = () => connection.run((client) => client.ping())

async function timed(work: () => Promise<unknown>): Promise<{ ms: number; error: unknown }> {
  const startedAt = performance.now()
  const error = await work().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return { ms: performance.now() - startedAt, error }
}

/** Waits until the connection is there, however often it has to be made. */
const isThere = () => vi.waitFor(ping, { timeout: 10_000, interval: 20 })

describe('a connection to Redis', () => {
  it('is made at the first use, and told once', async () => {
    expect(onChange).not.toHaveBeenCalled()
    expect(await Promise.all([ping(), ping()])).toEqual(['PONG', 'PONG'])
    expect(onChange.mock.calls).toEqual([[{ isAvailable: true }]])
  })

  it('leaves no timer behind: it would keep the request that asked for as long as it runs', async () => {
    await ping()
    const set = vi.spyOn(globalThis, 'setTimeout')
    const cleared = vi.spyOn(globalThis, 'clearTimeout')
    const signals = vi.spyOn(AbortSignal, 'timeout')
    await ping()
    const own = set.mock.calls.flatMap(([, ms], call) => (ms === patientMs ? [set.mock.results[call]?.value] : []))
    expect(own).toHaveLength(1)
    expect(cleared.mock.calls.map(([timer]) => timer)).toContain(own[0])
    expect(signals).not.toHaveBeenCalled()
  })

  it('does not take its own process being held up for a silent Redis', async () => {
    connection.close()
    connection = connect(300)
    await ping()
    const asked = ping()
    // Long enough for Redis to answer on a busy machine.
    const endsAt = performance.now() + 2000
    // Nothing is read meanwhile, and the timer is over before what has come is.
    await new Promise((resolve) => setImmediate(resolve))
    while (performance.now() < endsAt);
    expect(await asked).toBe('PONG')
    expect(onChange.mock.calls).toEqual([[{ isAvailable: true }]])
  })

  it('fails at once while Redis is away, and comes back by itself', async () => {
    await ping()
    await redis.stop()
    await vi.waitFor(() => expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ isAvailable: false })))
    const calls = await Promise.all(Array.from({ length: 100 }, () => timed(ping)))
    for (const { ms, error } of calls) {
      expect(error).toBeInstanceOf(StoreUnavailableError)
      expect(ms).toBeLessThan(atOnceMs)
    }
    await redis.start()
    await isThere()
    expect(onChange.mock.calls.map(([{ isAvailable }]) => isAvailable)).toEqual([true, false, true])
  })

  it('fails where Redis is away from the start, and connects once it is there', async () => {
    await redis.stop()
    const { ms, error } = await timed(ping)
    expect(error).toBeInstanceOf(StoreUnavailableError)
    expect(ms).toBeLessThan(atOnceMs)
    await redis.start()
    await isThere()
  })

  it('fails when its time is over where Redis is silent, at once after that, and comes back', async () => {
    connection = connect(1000)
    await isThere()
    redis.pause()
    const first = await timed(ping)
    expect(first.error).toMatchObject({ name: 'StoreUnavailableError', reason: 'RedisTimeoutError' })
    expect(first.ms).toBeGreaterThan(900)
    const second = await timed(ping)
    expect(second.error).toBeInstanceOf(StoreUnavailableError)
    expect(second.ms).toBeLessThan(500)
    redis.resume()
    await isThere()
  })

  it('fails when its time is over where Redis accepts a connection and is silent', async () => {
    connection = connect(500)
    redis.pause()
    const { ms, error } = await timed(ping)
    expect(error).toBeInstanceOf(StoreUnavailableError)
    expect(ms).toBeGreaterThan(400)
    redis.resume()
    await isThere()
  })

  it('lives on where Redis refuses a command', async () => {
    const { error } = await timed(() => connection.run((client) => client.sendCommand(['NONSENSE'])))
    expect(error).toMatchObject({ name: 'StoreUnavailableError', reason: 'ERR' })
    expect(await ping()).toBe('PONG')
    expect(onChange).toHaveBeenCalledTimes(1)
  })

  it('names a wrong password by Redis’s word for it, and quotes nothing', async () => {
    const url = redis.url.replace('redis://', 'redis://somebody:canary@')
    const refused = connect(patientMs, url)
    const { error } = await timed(() => refused.run((client) => client.ping()))
    refused.close()
    expect(String(error)).not.toContain('canary')
    expect(onChange.mock.calls).toEqual([[{ isAvailable: false, reason: 'WRONGPASS' }]])
  })

  it('runs a script, on a server that has never seen it and on one that has', async () => {
    const sum = script('return tonumber(ARGV[2]) + tonumber(ARGV[3])')
    expect(await connection.runScript(sum, [], [1, 2])).toBe(3)
    expect(await connection.runScript(sum, [], [3, 4])).toBe(7)
  })

  it('is used no more once it is closed', async () => {
    await ping()
    connection.close()
    expect((await timed(ping)).error).toMatchObject({ reason: 'closed' })
  })
})
