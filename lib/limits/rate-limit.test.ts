import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, it, vi } from 'vitest'
import { useRedis } from '@/lib/store/test-redis'
import { rateLimit, type RateLimit } from './rate-limit'

vi.setConfig({ testTimeout: 30_000 })

const redis = useRedis()
const connect = () => redis.connect()

const bounds = { times: 3, seconds: 60 }

it('rateLimit starts its timer outside of the request that first counts a key', async () => {
  const request = new AsyncLocalStorage<string>()
  const seen: (string | undefined)[] = []
  const setTimer = globalThis.setTimeout
  vi.stubGlobal(
    'setTimeout',
    Object.assign((...call: Parameters<typeof setTimer>) => {
      seen.push(request.getStore())
      return setTimer(...call)
    }, setTimer),
  )
  const limit = rateLimit({ name: 'kept', ...bounds, connection: undefined })
  await request.run('a request', () => limit.spend('ada'))
  expect(seen).toEqual([undefined])
})

describe.each([
  {
    where: 'in the process',
    connection: () => undefined,
    setBack: async () => void vi.useFakeTimers({ now: Date.now() - 7_200_000, toFake: ['Date'] }),
  },
  {
    where: 'in Redis',
    connection: connect,
    // Redis keeps the time at which a key expires.
    setBack: (key: string) => redis.command('PEXPIRE', key, '7260000'),
  },
])('rateLimit $where', ({ where, connection, setBack }) => {
  it('refuses a key and returns the wait when the key has reached the limit', async () => {
    const limit = rateLimit({ name: `${where} a`, ...bounds, connection: connection() })
    for (let time = 0; time < 3; time += 1) expect(await limit.spend('ada')).toEqual({ isAllowed: true })
    const refused = await limit.spend('ada')
    expect(refused).toMatchObject({ isAllowed: false })
    if (!refused.isAllowed) expect(refused.waitMs).toBeGreaterThan(50_000)
    expect(await limit.spend('bob')).toEqual({ isAllowed: true })
  })

  it('does not count a spend when the caller gives it back', async () => {
    const limit = rateLimit({ name: `${where} b`, ...bounds, connection: connection() })
    for (let time = 0; time < 10; time += 1) {
      expect(await limit.spend('ada')).toEqual({ isAllowed: true })
      await limit.giveBack('ada')
    }
  })

  it('allows a key at once when the clock was set back after it had reached the limit', async () => {
    const limit = rateLimit({ name: `${where} d`, ...bounds, connection: connection() })
    for (let time = 0; time < 3; time += 1) await limit.spend('ada')
    await setBack(`${where} d:ada`)
    for (let time = 0; time < 4; time += 1) expect(await limit.spend('ada')).toEqual({ isAllowed: true })
    expect(await limit.spend('ada')).toMatchObject({ isAllowed: false })
  })

  it('allows a key again when its window has ended', async () => {
    const limit = rateLimit({ name: `${where} c`, times: 1, seconds: 1, connection: connection() })
    const decisions: string[] = []
    await vi.waitFor(async () => {
      decisions.push((await limit.spend('ada')).isAllowed ? 'allowed' : 'refused')
      expect(decisions.join(' ')).toMatch(/^allowed\b.* refused allowed$/)
    }, 10_000)
  })
})

describe('rateLimit on several instances', () => {
  it('counts all instances together', async () => {
    const [first, second] = [connect(), connect()].map((connection) =>
      rateLimit({ name: 'shared', ...bounds, connection }),
    ) as [RateLimit, RateLimit]
    const decisions = await Promise.all([first, second, first, second, first].map((limit) => limit.spend('ada')))
    expect(decisions.filter(({ isAllowed }) => isAllowed)).toHaveLength(3)
  })

  it('counts each instance separately while Redis is full or unavailable', async () => {
    for (const [name, begin, end] of [
      ['full', () => redis.fill(), () => redis.empty()],
      ['away', () => redis.stop(), () => redis.start()],
    ] as const) {
      const limits = [connect(), connect()].map((connection) => rateLimit({ name, ...bounds, connection }))
      for (const limit of limits) await limit.spend('bob')
      await begin()
      for (const limit of limits) {
        await limit.spend('ada')
        await limit.giveBack('ada')
        const decisions = await Promise.all(Array.from({ length: 4 }, () => limit.spend('ada')))
        expect(
          decisions.filter(({ isAllowed }) => isAllowed),
          name,
        ).toHaveLength(3)
      }
      await end()
    }
  })
})
