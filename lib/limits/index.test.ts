import { AsyncLocalStorage } from 'node:async_hooks'
import { beforeEach, describe, expect, it, vi, type MockInstance } from 'vitest'
import { configure } from '@/lib/config/test-support'
import * as metrics from '@/lib/metrics'
import { useRedis } from '@/lib/store/test-support'
import { forgetSingletons } from '@/lib/test-support'
import { confirmGate, connectGate, rateLimit, type AdmittedCall, type ConfirmGate } from '.'
import * as budgets from './confirm-budget'

vi.setConfig({ testTimeout: 30_000 })

const redis = useRedis()
const connect = () => redis.connect()

const bounds = { times: 3, seconds: 60 }

it('connectGate makes the same pseudonym of a user at each press, because the store keeps it', async () => {
  configure()
  forgetSingletons(/^(confirm budget|limit of attempts|store)$/)
  const press = vi.fn<budgets.ConfirmBudget['press']>().mockResolvedValue({ isDue: true })
  vi.spyOn(budgets, 'createConfirmBudget').mockReturnValue({ press } as unknown as budgets.ConfirmBudget)
  for (const userId of ['ada', 'ada', 'bob']) await connectGate()(userId)
  forgetSingletons(/^confirm budget$/)
  const [first, again, other] = press.mock.calls.map(([user]) => user)
  expect(first).not.toContain('ada')
  expect([again, other === first]).toEqual([first, false])
})

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
  const limit = rateLimit('kept', bounds, undefined)
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
    const limit = rateLimit(`${where} a`, bounds, connection())
    for (let time = 0; time < 3; time += 1) expect(await limit.spend('ada')).toEqual({ isAllowed: true })
    const refused = await limit.spend('ada')
    expect(refused).toMatchObject({ isAllowed: false })
    if (!refused.isAllowed) expect(refused.waitMs).toBeGreaterThan(50_000)
    expect(await limit.spend('bob')).toEqual({ isAllowed: true })
  })

  it('does not count a spend when the caller gives it back', async () => {
    const limit = rateLimit(`${where} b`, bounds, connection())
    for (let time = 0; time < 10; time += 1) {
      expect(await limit.spend('ada')).toEqual({ isAllowed: true })
      await limit.giveBack('ada')
    }
  })

  it('allows a key at once when the clock was set back after it had reached the limit', async () => {
    const limit = rateLimit(`${where} d`, bounds, connection())
    for (let time = 0; time < 3; time += 1) await limit.spend('ada')
    await setBack(`${where} d:ada`)
    for (let time = 0; time < 4; time += 1) expect(await limit.spend('ada')).toEqual({ isAllowed: true })
    expect(await limit.spend('ada')).toMatchObject({ isAllowed: false })
  })

  it('allows a key again when its window has ended', async () => {
    const limit = rateLimit(`${where} c`, { times: 1, seconds: 1 }, connection())
    const decisions: string[] = []
    await vi.waitFor(async () => {
      decisions.push((await limit.spend('ada')).isAllowed ? 'allowed' : 'refused')
      expect(decisions.join(' ')).toMatch(/^allowed\b.* refused allowed$/)
    }, 10_000)
  })
})

describe('rateLimit on several instances', () => {
  it('counts all instances together', async () => {
    const [first, second] = [connect(), connect()].map((connection) => rateLimit('shared', bounds, connection)) as [
      ReturnType<typeof rateLimit>,
      ReturnType<typeof rateLimit>,
    ]
    const decisions = await Promise.all([first, second, first, second, first].map((limit) => limit.spend('ada')))
    expect(decisions.filter(({ isAllowed }) => isAllowed)).toHaveLength(3)
  })

  it('counts each instance separately while Redis is full or unavailable', async () => {
    for (const [name, begin, end] of [
      ['full', () => redis.fill(), () => redis.empty()],
      ['away', () => redis.stop(), () => redis.start()],
    ] as const) {
      const limits = [connect(), connect()].map((connection) => rateLimit(name, bounds, connection))
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

let gate: ConfirmGate
let onWait: MockInstance<typeof metrics.count>

/** Presses, and returns the admitted call. */
async function admit(userId = 'ada'): Promise<AdmittedCall> {
  const admission = await gate(userId)
  if (admission.kind !== 'admitted') throw new Error(`not admitted: ${JSON.stringify(admission)}`)
  return admission
}

/** Makes a number of other users press. The first of them are admitted at once. */
async function othersPress(count: number): Promise<void> {
  for (let user = 0; user < count; user += 1) void gate(`user ${user}`)
  await vi.advanceTimersByTimeAsync(0)
}

/** Presses, and returns the wait of the refused press. */
async function waitOf(userId = 'ada') {
  const admission = await gate(userId)
  if (admission.kind === 'admitted') throw new Error('admitted')
  const { cause, until, waitMs, place } = admission
  expect(until).toBe(Date.now() + waitMs)
  return { cause, waitMs, place }
}

describe('confirmGate', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    onWait = vi.spyOn(metrics, 'count')
    gate = confirmGate({
      attempts: rateLimit('attempts', { times: 5, seconds: 60 }, undefined),
      budget: budgets.createConfirmBudget({ callsPerMinute: 110, random: () => 0 }),
    })
    return () => vi.useRealTimers()
  })

  it('enter gives a press a turn behind other users, and admits it at that time', async () => {
    await othersPress(9)
    expect(await waitOf()).toEqual({ cause: 'queue', waitMs: 2860, place: 5 })
    expect(onWait).toHaveBeenLastCalledWith('limits_hit_total', 'queue')
    vi.advanceTimersByTime(2860)
    await admit()
  })

  it('enter waits inside the call when the turn is within two seconds', async () => {
    for (let user = 0; user < 5; user += 1) await admit(`user ${user}`)
    const admission = gate('ada')
    await vi.advanceTimersByTimeAsync(571)
    expect(onWait).toHaveBeenCalledExactlyOnceWith('limits_hit_total', 'queue')
    await vi.advanceTimersByTimeAsync(1)
    expect(await admission).toMatchObject({ kind: 'admitted' })
  })

  it('enter makes only this user wait when they have tried too often', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await admit()
      vi.advanceTimersByTime(1000)
    }
    expect(await waitOf()).toEqual({ cause: 'attempts', waitMs: 55_000, place: null })
    await admit('bob')
    vi.advanceTimersByTime(55_000)
    await admit()
  })

  it('enter does not count a press as an attempt while the user has to wait', async () => {
    await othersPress(25)
    for (let time = 0; time < 20; time += 1) {
      expect(await waitOf()).toMatchObject({ cause: 'queue' })
    }
  })

  it('AdmittedCall.pause makes all users wait for the given time', async () => {
    const call = await admit()
    const until = Date.now() + 20_000
    expect(await call.pause(20_000)).toEqual({ kind: 'wait', cause: 'asked', until, waitMs: 20_000, place: null })
    expect(await waitOf('bob')).toEqual({ cause: 'queue', waitMs: 20_000, place: 1 })
    vi.advanceTimersByTime(20_000)
    await admit('bob')
  })

  it('AdmittedCall.pause returns the user’s turn when it is after the pause', async () => {
    const call = await admit('bob')
    await othersPress(9)
    const wait = await waitOf('bob')
    // The first user in the queue has their turn when the pause ends.
    const waitMs = 20_000 + wait.waitMs - 572
    expect(await call.pause(20_000)).toMatchObject({ cause: 'asked', waitMs, place: wait.place })
  })

  it('AdmittedCall.mayTryAgain allows a second attempt only when it makes no other user wait', async () => {
    const call = await admit()
    expect(onWait).not.toHaveBeenCalled()
    expect(await call.mayTryAgain()).toBe(true)
    await othersPress(10)
    expect(await call.mayTryAgain()).toBe(false)
  })
})
