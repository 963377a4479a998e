import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { generate } from 'selfsigned'
import { startRedis, startSentinel, startShards, type Redis } from '@/e2e/harness/redis'
import { RedisConnection, reasonOf, stateOf, within, type RedisHealth, type RedisState } from './redis-connection'
import { StoreUnavailableError } from './store'
import { useRedis } from './test-support'

/** Long enough for a busy machine. An immediate failure takes a small part of this time. */
const patientMs = 5000
const atOnceMs = patientMs / 2
vi.setConfig({ testTimeout: 6 * patientMs })

const redis = useRedis()
let connection: RedisConnection
const onChange = vi.fn<(health: RedisHealth) => void>()

beforeEach(() => {
  onChange.mockClear()
  connection = connect(patientMs)
})
afterEach(() => {
  vi.restoreAllMocks()
  redis.resume()
  connection.close()
})

const connect = (timeoutMs: number, url = redis.url) => new RedisConnection({ url, timeoutMs, onChange })
/** Collects all reported states, in order. */
const states = () => onChange.mock.calls.map(([{ state }]) => state)
const ping = () => connection.run((client) => client.ping())

async function timed(work: () => Promise<unknown>): Promise<{ ms: number; error: unknown }> {
  const startedAt = performance.now()
  const error = await work().then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return { ms: performance.now() - startedAt, error }
}

/** Waits until the connection is ready, with as many tries as it takes. */
const isThere = () => vi.waitFor(ping, { timeout: 10_000, interval: 20 })

describe('RedisConnection', () => {
  it('connects at the first use, reports that once, and knows its health without another write', async () => {
    expect(onChange).not.toHaveBeenCalled()
    expect(await Promise.all([ping(), ping()])).toEqual(['PONG', 'PONG'])
    expect(onChange.mock.calls).toEqual([[{ state: 'ok', reason: null }]])
    const check = vi.spyOn(connection, 'check')
    expect(await connection.health()).toEqual({ state: 'ok', reason: null })
    expect(check).not.toHaveBeenCalled()
  })

  it('stops its timer when a command has ended, because a timer would keep the request in memory', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length
    const signals = vi.spyOn(AbortSignal, 'timeout')
    await ping()
    const before = timers()
    await Promise.all(Array.from({ length: 50 }, ping))
    // Other tests of this thread may have begun some.
    expect(timers()).toBeLessThan(before + 25)
    expect(signals).not.toHaveBeenCalled()
  })

  it('answers when the process is blocked for twice the time limit', async () => {
    const limitMs = 400
    await ping()
    const asked = within(limitMs, ping())
    // The blocked process reads nothing, and its timer fires before it reads the answer.
    await new Promise((resolve) => setImmediate(resolve))
    const endsAt = performance.now() + 2 * limitMs
    while (performance.now() < endsAt);
    expect(await asked).toBe('PONG')
    expect(onChange.mock.calls).toEqual([[{ state: 'ok', reason: null }]])
  })

  it('fails immediately while Redis is down, and reconnects by itself', async () => {
    await ping()
    await redis.stop()
    await vi.waitFor(
      () => expect(onChange).toHaveBeenLastCalledWith(expect.objectContaining({ state: 'away' })),
      patientMs,
    )
    const calls = await Promise.all(Array.from({ length: 100 }, () => timed(ping)))
    for (const { ms, error } of calls) {
      expect(error).toBeInstanceOf(StoreUnavailableError)
      expect(ms).toBeLessThan(atOnceMs)
    }
    await redis.start()
    await isThere()
    expect(states()).toEqual(['ok', 'away', 'ok'])
  })

  it('fails when Redis is down at the start, and connects when Redis is up', async () => {
    await redis.stop()
    const { ms, error } = await timed(ping)
    expect(error).toBeInstanceOf(StoreUnavailableError)
    expect(ms).toBeLessThan(atOnceMs)
    await redis.start()
    await isThere()
  })

  it('fails after the timeout when Redis falls silent or never answers, then immediately, and recovers', async () => {
    connection = connect(500)
    await isThere()
    redis.pause()
    const first = await timed(ping)
    expect(first.error).toMatchObject({ name: 'StoreUnavailableError', reason: 'RedisTimeoutError' })
    expect(first.ms).toBeGreaterThan(450)
    await vi.waitFor(() => expect(connection.state).toBe('away'), patientMs)
    const second = await timed(ping)
    expect(second.error).toBeInstanceOf(StoreUnavailableError)
    expect(second.ms).toBeLessThan(first.ms / 2)
    const other = connect(500)
    onTestFinished(() => other.close())
    const never = await timed(() => other.run((client) => client.ping()))
    expect(never.error).toBeInstanceOf(StoreUnavailableError)
    expect(never.ms).toBeGreaterThan(400)
    redis.resume()
    await isThere()
  })

  it('stays connected when several commands together take longer than the time limit', async () => {
    connection = connect(1000)
    const id = await connection.run((client) => client.clientId())
    const slow = connection.run(async (client) => {
      await client.ping()
      await new Promise((resolve) => setTimeout(resolve, 1500))
      return client.ping()
    })
    await expect(slow).rejects.toMatchObject({ reason: 'RedisTimeoutError' })
    await connection.check()
    expect(await connection.run((client) => client.clientId())).toBe(id)
    expect(states()).toEqual(['ok'])
  })

  it('stays connected when Redis refuses a command', async () => {
    const { error } = await timed(() => connection.run((client) => client.sendCommand(['NONSENSE'])))
    expect(error).toMatchObject({ name: 'StoreUnavailableError', reason: 'ERR' })
    expect(await ping()).toBe('PONG')
    expect(onChange).toHaveBeenCalledTimes(1)
  })

  it('reports Redis’s code without the password when the password is wrong', async () => {
    const url = redis.url.replace('redis://', 'redis://somebody:canary@')
    const refused = connect(patientMs, url)
    const { error } = await timed(() => refused.run((client) => client.ping()))
    refused.close()
    expect(String(error)).not.toContain('canary')
    expect(onChange.mock.calls).toEqual([[{ state: 'refused', reason: 'WRONGPASS' }]])
  })

  it('stateOf and reasonOf read the command’s error when Redis 6 wraps it in a script error', () => {
    const wrapped = (reply: string) =>
      new Error(
        `ERR Error running script (call to f_6b1bf486c81ceb7edf3c093f4a48582e38c0e791): @user_script:8: ${reply}`,
      )
    const full = wrapped("@user_script: 8: -OOM command not allowed when used memory > 'maxmemory'.")
    expect([stateOf(full), reasonOf(full)]).toEqual(['full', 'OOM'])
    const mistake = wrapped('user_script:8: attempt to compare nil with number')
    expect([stateOf(mistake), reasonOf(mistake)]).toEqual(['refused', 'ERR'])
  })

  it('fails after it is closed', async () => {
    await ping()
    connection.close()
    expect((await timed(ping)).error).toMatchObject({ reason: 'closed' })
  })
})

describe('RedisConnection without write access', () => {
  const write = () => connection.run((client) => client.set('a', '1'))
  const read = () => connection.run((client) => client.get('kept'))
  const becomes = (state: RedisState) => vi.waitFor(() => expect(connection.state).toBe(state), { timeout: 10_000 })

  beforeEach(async () => {
    // A new process has memory, is a primary and refuses nothing.
    await redis.stop()
    await redis.start()
    await connection.run((client) => client.set('kept', 'x'))
  })

  it('is full until Redis has memory again, reads meanwhile, and reports each change once', async () => {
    const id = await connection.run((client) => client.clientId())
    await redis.fill()
    // A ping does not notice a full Redis.
    expect(await ping()).toBe('PONG')
    for (let time = 0; time < 5; time += 1) {
      expect((await timed(write)).error).toMatchObject({ name: 'StoreUnavailableError', reason: 'OOM' })
    }
    await becomes('full')
    expect(await connection.check()).toEqual({ state: 'full', reason: 'OOM' })
    expect(await read()).toBe('x')
    await redis.empty()
    await becomes('ok')
    expect(await connection.run((client) => client.clientId())).toBe(id)
    expect(states()).toEqual(['ok', 'full', 'ok'])
  })

  it('is read-only on a replica, reads meanwhile, and reconnects until it finds a primary', async () => {
    const id = await connection.run((client) => client.clientId())
    await redis.demote()
    expect((await timed(write)).error).toMatchObject({ reason: 'READONLY' })
    await becomes('read_only')
    await vi.waitFor(async () => expect(await connection.run((client) => client.clientId())).toBeGreaterThan(id + 1), {
      timeout: 10_000,
    })
    // A read can meet the moment of a new connection.
    await vi.waitFor(async () => expect(await read()).toBe('x'), { timeout: 10_000 })
    await redis.promote()
    await becomes('ok')
    expect(await write()).toBe('OK')
    expect(states()).toEqual(['ok', 'read_only', 'ok'])
  })

  it('is loading when a replica waits for its primary before it answers', async () => {
    await redis.command('CONFIG', 'SET', 'replica-serve-stale-data', 'no')
    await redis.demote()
    expect((await timed(read)).error).toMatchObject({ reason: 'MASTERDOWN' })
    await vi.waitFor(() => expect(connection.state).not.toBe('ok'), patientMs)
    await redis.promote()
    await becomes('ok')
    expect(stateOf(new Error('MASTERDOWN Link with MASTER is down'))).toBe('loading')
    expect(stateOf(new Error('LOADING Redis is loading the dataset in memory'))).toBe('loading')
  })

  it('is refused when its user may not write, and ok when the user may', async () => {
    await redis.command('ACL', 'SETUSER', 'default', '-set')
    expect(await connection.check()).toEqual({ state: 'refused', reason: 'NOPERM' })
    await redis.command('ACL', 'SETUSER', 'default', '+set')
    await becomes('ok')
  })
})

describe('RedisConnection.check', () => {
  const stateAt = async (other: Redis) => {
    const there = connect(patientMs, other.url)
    const health = await there.check()
    const { error } = await timed(() => there.run((client) => client.get('a')))
    there.close()
    return { ...health, error: error === undefined ? undefined : reasonOf(error) }
  }

  it('accepts a cluster of one shard, and refuses a cluster of two shards', async () => {
    const one = await startRedis({ isCluster: true })
    const shards = await startShards()
    onTestFinished(async () => void (await Promise.all([one, ...shards].map((server) => server.close()))))
    expect(await stateAt(one)).toEqual({ state: 'ok', reason: null, error: undefined })
    await vi.waitFor(
      async () => expect(await stateAt(shards[0])).toEqual({ state: 'refused', reason: 'SHARDS', error: 'SHARDS' }),
      { timeout: 10_000 },
    )
  })

  it('opens a URL with a percent-encoded password', async () => {
    await redis.command('ACL', 'SETUSER', 'ada', 'on', '>100%', '~*', '+@all')
    const opened = connect(patientMs, `redis://ada:100%25@127.0.0.1:${redis.port}/1`)
    onTestFinished(() => opened.close())
    expect(await opened.check()).toEqual({ state: 'ok', reason: null })
  })

  it('refuses a Sentinel', async () => {
    const sentinel = await startSentinel()
    onTestFinished(() => sentinel.close())
    expect(await stateAt(sentinel)).toEqual({ state: 'refused', reason: 'SENTINEL', error: 'SENTINEL' })
  })

  it('is away when the certificate of the server is self-signed', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: '127.0.0.1' }], { keyType: 'ec' })
    const server = await startRedis({ tls: { certificate: cert, key } })
    onTestFinished(() => server.close())
    expect(await stateAt(server)).toMatchObject({ state: 'away', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' })
  })
})
