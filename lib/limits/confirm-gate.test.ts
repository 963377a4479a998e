import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createConfirmBudget } from './confirm-budget'
import { confirmGate, type AdmittedCall, type ConfirmGate } from './confirm-gate'
import { rateLimit } from './rate-limit'

let gate: ConfirmGate
const onWait = vi.fn<(cause: string) => void>()

/** Presses, and returns the admitted call. */
async function admit(userId = 'ada'): Promise<AdmittedCall> {
  const admission = await gate.enter(userId)
  if (admission.kind !== 'admitted') throw new Error(`not admitted: ${JSON.stringify(admission)}`)
  return admission
}

/** Makes a number of other users press. The first of them are admitted at once. */
async function othersPress(count: number): Promise<void> {
  for (let user = 0; user < count; user += 1) void gate.enter(`user ${user}`)
  await vi.advanceTimersByTimeAsync(0)
}

/** Presses, and returns the wait of the refused press. */
async function waitOf(userId = 'ada') {
  const admission = await gate.enter(userId)
  if (admission.kind === 'admitted') throw new Error('admitted')
  const { cause, until, waitMs, place } = admission
  expect(until).toBe(Date.now() + waitMs)
  return { cause, waitMs, place }
}

beforeEach(() => {
  vi.useFakeTimers()
  onWait.mockClear()
  gate = confirmGate({
    attempts: rateLimit({ name: 'attempts', times: 5, seconds: 60, connection: undefined }),
    budget: createConfirmBudget({ callsPerMinute: 110, random: () => 0 }),
    onWait,
  })
  return () => vi.useRealTimers()
})

describe('enter', () => {
  it('admits a press when the queue is empty', async () => {
    for (let time = 0; time < 2; time += 1) await admit()
    expect(onWait).not.toHaveBeenCalled()
  })

  it('gives a press a turn behind other users, and admits it at that time', async () => {
    await othersPress(9)
    expect(await waitOf()).toEqual({ cause: 'queue', waitMs: 2860, place: 5 })
    expect(onWait).toHaveBeenLastCalledWith('queue')
    vi.advanceTimersByTime(2860)
    await admit()
  })

  it('waits inside the call when the turn is within two seconds', async () => {
    for (let user = 0; user < 5; user += 1) await admit(`user ${user}`)
    const admission = gate.enter('ada')
    await vi.advanceTimersByTimeAsync(571)
    expect(onWait).toHaveBeenCalledExactlyOnceWith('queue')
    await vi.advanceTimersByTimeAsync(1)
    expect(await admission).toMatchObject({ kind: 'admitted' })
  })

  it('makes only this user wait when they have tried too often', async () => {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await admit()
      vi.advanceTimersByTime(1000)
    }
    expect(await waitOf()).toEqual({ cause: 'attempts', waitMs: 55_000, place: null })
    await admit('bob')
    vi.advanceTimersByTime(55_000)
    await admit()
  })

  it('does not count a press as an attempt while the user has to wait', async () => {
    await othersPress(25)
    for (let time = 0; time < 20; time += 1) {
      expect(await waitOf()).toMatchObject({ cause: 'queue' })
    }
  })
})

describe('AdmittedCall', () => {
  it('pause makes all users wait for the given time', async () => {
    const call = await admit()
    const until = Date.now() + 20_000
    expect(await call.pause(20_000)).toEqual({ kind: 'wait', cause: 'asked', until, waitMs: 20_000, place: null })
    expect(await waitOf('bob')).toEqual({ cause: 'queue', waitMs: 20_000, place: 1 })
    vi.advanceTimersByTime(20_000)
    await admit('bob')
  })

  it('pause returns the user’s turn when it is after the pause', async () => {
    const call = await admit('bob')
    await othersPress(9)
    const wait = await waitOf('bob')
    // The first user in the queue has their turn when the pause ends.
    const waitMs = 20_000 + wait.waitMs - 572
    expect(await call.pause(20_000)).toMatchObject({ cause: 'asked', waitMs, place: wait.place })
  })

  it('mayTryAgain allows a second attempt only when it makes no other user wait', async () => {
    const call = await admit()
    expect(await call.mayTryAgain()).toBe(true)
    await othersPress(10)
    expect(await call.mayTryAgain()).toBe(false)
  })
})
