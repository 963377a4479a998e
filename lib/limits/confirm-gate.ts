import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConfirmBudget } from './confirm-budget'
import type { RateLimit } from './rate-limit'

/** A user with at most this wait stays in the request, because such a short countdown would be useless. */
const shortWaitMs = 2000

/**
 * Why a press has to wait:
 *
 * - `queue`: other users are first in the queue for the service's budget. `place` is this user's place, from 1.
 * - `attempts`: this user has tried too often.
 * - `asked`: the service has requested the wait with a 429.
 */
export const waitCauses = ['queue', 'attempts', 'asked'] as const

export type WaitCause = (typeof waitCauses)[number]

type LimitCause = Exclude<WaitCause, 'asked'>

/** A press that has to wait. */
export interface GateWait {
  kind: 'wait'
  cause: WaitCause
  /** The end of the wait, in milliseconds since the epoch. */
  until: number
  waitMs: number
  place: number | null
}

/** A confirm that may start now. Its first attempt is already counted in the budget. */
export interface AdmittedCall {
  kind: 'admitted'
  /** Spends the budget for a second attempt; false if it would make others wait. */
  mayTryAgain(): Promise<boolean>
  /** Makes all users wait after a 429. @returns this user's wait, which may be longer. */
  pause(ms: number): Promise<GateWait>
}

export type ConfirmGate = ReturnType<typeof confirmGate>

/**
 * Creates the limits of the confirm call. It checks the budget last, because that takes a place in the queue. The budget
 * also limits how many calls are under way, because each ends within 25 seconds.
 */
export function confirmGate(parts: {
  attempts: RateLimit
  budget: ConfirmBudget
  onWait?: (cause: LimitCause) => void
}) {
  const { attempts, budget, onWait } = parts

  const wait = (cause: WaitCause, waitMs: number, place: number | null = null): GateWait => {
    if (cause !== 'asked') onWait?.(cause)
    return { kind: 'wait', cause, until: Date.now() + waitMs, waitMs, place }
  }

  const admitted = (user: string): AdmittedCall => ({
    kind: 'admitted',
    mayTryAgain: () => budget.spendSpare(),
    async pause(ms) {
      const queued = await budget.pause(ms, user)
      return wait('asked', Math.max(ms, queued?.waitMs ?? 0), queued?.place)
    },
  })

  async function enter(user: string, mayWaitHere: boolean): Promise<AdmittedCall | GateWait> {
    const attempt = await attempts.spend(user)
    if (!attempt.isAllowed) return wait('attempts', attempt.waitMs)
    const turn = await budget.press(user)
    if (turn.isDue) return admitted(user)
    // No call was made, so it does not count as an attempt.
    await attempts.giveBack(user)
    const queued = wait('queue', turn.waitMs, turn.place)
    if (!mayWaitHere || turn.waitMs > shortWaitMs) return queued
    await sleep(turn.waitMs)
    return enter(user, false)
  }

  return {
    /**
     * Admits a press or makes it wait. Call it once for each press. A wait costs no call. A user whose turn is within
     * two seconds waits inside this call.
     *
     * @param user - identifies the user. The store keeps it, so `connectGate` makes a pseudonym of the plain ID.
     */
    enter: (user: string) => enter(user, true),
  }
}
