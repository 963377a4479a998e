import 'server-only'
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConfirmBudget } from './confirm-budget'
import type { RateLimit } from './rate-limit'

/** The min wait of a user when too many calls are under way. The max is twice as long, at random. */
const busyWaitMs = 2000

/** A user with at most this wait stays in the request, because such a short countdown would be useless. */
const shortWaitMs = 2000

/**
 * Why a press has to wait:
 *
 * - `queue`: other users are first in the queue for the service's budget. `place` is this user's place, from 1.
 * - `attempts`: this user has tried too often.
 * - `busy`: too many calls are under way in this process.
 * - `asked`: the service has requested the wait with a 429.
 */
export const waitCauses = ['queue', 'attempts', 'busy', 'asked'] as const

export type WaitCause = (typeof waitCauses)[number]

type LimitCause = Exclude<WaitCause, 'asked'>

/** A press that has to wait. */
export interface GateWait {
  kind: 'wait'
  cause: WaitCause
  /** Milliseconds since the epoch. */
  until: number
  place: number | null
}

/** A confirm that may start now. Its first attempt is already counted in the budget. */
export interface AdmittedCall {
  kind: 'admitted'
  /** Spends the budget for a second attempt; false if it would make others wait. */
  mayTryAgain(): Promise<boolean>
  /** Makes all users wait after a 429. @returns this user's wait, which may be longer. */
  pause(until: number): Promise<GateWait>
  /** Ends the call. Call it exactly once. */
  end(): void
}

/** Admits or delays the confirm call of a press. */
export interface ConfirmGate {
  /**
   * Admits a press or makes it wait. Call it once for each press. A wait costs no call. A user whose turn is within two
   * seconds waits inside this call.
   */
  enter(userId: string): Promise<AdmittedCall | GateWait>
}

interface ConfirmGateParts {
  attempts: RateLimit
  budget: ConfirmBudget
  /** The max number of simultaneous calls in this process. */
  maxUnderWay: number
  /** The key of the hashes that replace user ids. */
  hashKey: string
  /** Called for every press that has to wait because of a limit. */
  onWait?: (cause: LimitCause) => void
  random?: () => number
}

/**
 * Applies the limits of the confirm call. It checks the budget last, because that takes a place in the queue.
 */
export function confirmGate(parts: ConfirmGateParts): ConfirmGate {
  const { attempts, budget, maxUnderWay, hashKey, onWait, random = Math.random } = parts
  let underWay = 0

  const wait = (cause: LimitCause, waitMs: number, place: number | null = null): GateWait => {
    onWait?.(cause)
    return { kind: 'wait', cause, until: Date.now() + waitMs, place }
  }

  function admit(user: string): AdmittedCall {
    underWay += 1
    return {
      kind: 'admitted',
      mayTryAgain: () => budget.spendSpare(),
      async pause(until) {
        const queued = await budget.pause(until - Date.now(), user)
        const turnAt = Date.now() + (queued?.waitMs ?? 0)
        return { kind: 'wait', cause: 'asked', until: Math.max(until, turnAt), place: queued?.place ?? null }
      },
      end() {
        underWay -= 1
      },
    }
  }

  async function enter(user: string, mayWaitHere: boolean): Promise<AdmittedCall | GateWait> {
    if (underWay >= maxUnderWay) return wait('busy', Math.ceil(busyWaitMs * (1 + random())))
    const attempt = await attempts.spend(user)
    if (!attempt.isAllowed) return wait('attempts', attempt.waitMs)
    const turn = await budget.press(user)
    if (turn.isDue) return admit(user)
    // No call was made, so it does not count as an attempt.
    await attempts.giveBack(user)
    const queued = wait('queue', turn.waitMs, turn.place)
    if (!mayWaitHere || turn.waitMs > shortWaitMs) return queued
    await sleep(turn.waitMs)
    return enter(user, false)
  }

  return {
    enter: (userId) => enter(createHmac('sha256', hashKey).update(`user:${userId}`).digest('base64url'), true),
  }
}
