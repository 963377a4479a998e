import { beforeEach, describe, expect, it, vi } from 'vitest'
import { processStore } from '@/lib/store/process-store'
import { StoreUnavailableError, type Store } from '@/lib/store/store'
import { circuit } from './circuit'
import { planOf } from './confirm-budget'
import { confirmGate, type Admission, type AdmittedCall, type ConfirmGate, type WaitCause } from './confirm-gate'
import { finalRefusals } from './final-refusals'
import { processBudget } from './process-budget'
import { rateLimit } from './rate-limit'

const halfAnHourMs = 30 * 60 * 1000
const press = { userId: 'ada', requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', nonce: 'canary-nonce' }
const refusal = { reason: 'request_not_found', message: 'No such request' } as const

let gate: ConfirmGate
let store: Store
const onWait = vi.fn<(cause: WaitCause) => void>()

function gateOver(options: { store?: Store; callsPerMinute?: number; maxUnderWay?: number } = {}): ConfirmGate {
  const clock = () => Date.now()
  return confirmGate({
    refusals: finalRefusals({ store: options.store ?? store, hashKey: 'key', lifetimeMs: halfAnHourMs }),
    attempts: rateLimit({ name: 'attempts', times: 5, seconds: 60, connection: undefined }),
    circuit: circuit({ clock, random: () => 1 }),
    budget: processBudget(planOf(options.callsPerMinute ?? 110), { clock, random: () => 0 }),
    maxUnderWay: options.maxUnderWay ?? 50,
    hashKey: 'key',
    onWait,
    random: () => 0,
  })
}

/** The call of a press that is admitted. */
async function admit(userId = press.userId): Promise<AdmittedCall> {
  const admission = await gate.enter({ ...press, userId })
  if (admission.kind !== 'admitted') throw new Error(`not admitted: ${JSON.stringify(admission)}`)
  return admission.call
}

async function waitOf(admission: Promise<Admission>) {
  const { kind, ...wait } = await admission
  return kind === 'wait' ? wait : { kind }
}

beforeEach(() => {
  vi.useFakeTimers()
  onWait.mockClear()
  store = processStore()
  gate = gateOver()
  return () => vi.useRealTimers()
})

describe('a press', () => {
  it('is admitted where nobody is there', async () => {
    await (await admit()).end({ kind: 'answered' })
    await (await admit()).end({ kind: 'answered' })
    expect(onWait).not.toHaveBeenCalled()
  })

  it('has a turn of its own where others are before it, and is admitted then', async () => {
    for (let user = 0; user < 5; user += 1) await admit(`user ${user}`)
    expect(await waitOf(gate.enter(press))).toEqual({ cause: 'queue', waitMs: 572, place: 1 })
    expect(onWait).toHaveBeenCalledExactlyOnceWith('queue')
    expect(await gate.waitOf('ada')).toEqual({ waitMs: 572, place: 1 })
    expect(await gate.waitOf('bob')).toBeNull()
    vi.advanceTimersByTime(572)
    await admit()
  })

  it('waits where this user has tried too often, whatever the link, and nobody else does', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await gate.enter({ ...press, requestId: `request ${attempt}` })
      vi.advanceTimersByTime(1000)
    }
    const refused = await waitOf(gate.enter({ ...press, requestId: 'another' }))
    expect(refused).toEqual({ cause: 'attempts', waitMs: 55_000, place: null })
    await admit('bob')
    vi.advanceTimersByTime(55_000)
    await admit()
  })

  it('is no attempt while it waits', async () => {
    for (let user = 0; user < 25; user += 1) await gate.enter({ ...press, userId: `user ${user}` })
    for (let time = 0; time < 20; time += 1) {
      expect(await waitOf(gate.enter(press))).toMatchObject({ cause: 'queue' })
    }
  })

  it('waits where too many calls are under way in this process', async () => {
    gate = gateOver({ maxUnderWay: 2 })
    const first = await admit('bob')
    await admit('eve')
    expect(await waitOf(gate.enter(press))).toEqual({ cause: 'busy', waitMs: 2000, place: null })
    await first.end({ kind: 'answered' })
    await first.end({ kind: 'answered' })
    await admit()
    expect(await waitOf(gate.enter({ ...press, userId: 'last' }))).toMatchObject({ cause: 'busy' })
  })

  it('is admitted while the store is away', async () => {
    const away = () => Promise.reject(new StoreUnavailableError('away'))
    gate = gateOver({ store: { ...store, get: away, set: away } })
    await (await admit()).end({ kind: 'refused_for_good', refusal })
    expect(await gate.enter(press)).toMatchObject({ kind: 'admitted' })
  })
})

describe('a link that the service has refused for good', () => {
  it('is not asked for again, by whomever', async () => {
    await (await admit()).end({ kind: 'refused_for_good', refusal })
    for (const userId of ['ada', 'bob']) {
      for (let time = 0; time < 10; time += 1) {
        expect(await gate.enter({ ...press, userId })).toEqual({ kind: 'refused', refusal })
      }
    }
  })

  it('is another one than the link with another nonce or request', async () => {
    await (await admit()).end({ kind: 'refused_for_good', refusal })
    expect(await gate.enter({ ...press, nonce: 'right' })).toMatchObject({ kind: 'admitted' })
    expect(await gate.enter({ ...press, requestId: 'newer' })).toMatchObject({ kind: 'admitted' })
  })

  it('is forgotten with the link', async () => {
    await (await admit()).end({ kind: 'refused_for_good', refusal })
    vi.advanceTimersByTime(halfAnHourMs - 1)
    expect(await gate.enter(press)).toMatchObject({ kind: 'refused' })
    vi.advanceTimersByTime(1)
    expect(await gate.enter(press)).toMatchObject({ kind: 'admitted' })
  })

  it('is kept without its nonce, and without the user', async () => {
    const set = vi.spyOn(store, 'set')
    await (await admit()).end({ kind: 'refused_for_good', refusal })
    expect(set).toHaveBeenCalledOnce()
    expect(JSON.stringify(set.mock.calls)).not.toMatch(/canary|ada|01ARZ3/)
  })
})

describe('a service', () => {
  it('that fails ten times in a row is left alone, and asked by one user first', async () => {
    for (let user = 0; user < 10; user += 1) {
      await (await admit(`user ${user}`)).end({ kind: 'failed' })
      vi.advanceTimersByTime(1000)
    }
    expect(await waitOf(gate.enter(press))).toEqual({ cause: 'service', waitMs: 3000, place: null })
    vi.advanceTimersByTime(1000)
    const probe = await admit('bob')
    expect(await waitOf(gate.enter(press))).toMatchObject({ cause: 'service' })
    await probe.end({ kind: 'answered' })
    await admit()
  })

  it('is still asked where the first press after the pause has to wait for its turn', async () => {
    gate = gateOver({ callsPerMinute: 10 })
    for (let user = 0; user < 10; user += 1) {
      await (await admit(`user ${user}`)).end({ kind: 'failed' })
      if (user < 9) vi.advanceTimersByTime(7000)
    }
    vi.advanceTimersByTime(2000)
    const wait = await waitOf(gate.enter(press))
    expect(wait).toEqual({ cause: 'queue', waitMs: 4667, place: 1 })
    vi.advanceTimersByTime(4667)
    await admit()
  })

  it('that refuses for the rate is left alone by everyone for as long as it says', async () => {
    await (await admit()).end({ kind: 'rate_limited', retryAfterMs: 20_000 })
    expect(await waitOf(gate.enter({ ...press, userId: 'bob' }))).toEqual({ cause: 'queue', waitMs: 20_000, place: 1 })
    vi.advanceTimersByTime(20_000)
    await admit('bob')
  })

  it('is asked again within one press only where that makes nobody wait', async () => {
    const call = await admit()
    expect(await call.mayTryAgain()).toBe(true)
    for (let user = 0; user < 10; user += 1) await gate.enter({ ...press, userId: `user ${user}` })
    expect(await call.mayTryAgain()).toBe(false)
  })
})
