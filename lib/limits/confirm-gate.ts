import 'server-only'
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConfirmBudget } from './confirm-budget'
import type { RateLimit } from './rate-limit'

/** How long somebody waits who meets the bound of calls under way; up to twice as long, at random. */
const busyWaitMs = 2000

/** Somebody whose turn comes so soon waits in the request: a page that counts two seconds down helps nobody. */
const shortWaitMs = 2000

/**
 * Why a press has to wait:
 *
 * - `queue`: others are before this user in the service's budget. `place` says how many, this one included.
 * - `attempts`: this user has tried too often.
 * - `busy`: too many calls are under way in this process.
 * - `asked`: the service itself asked for it, by a 429.
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

/** One confirm that may be made now. Its first attempt is paid for. */
export interface AdmittedCall {
  kind: 'admitted'
  /** Pays for a second attempt; false where it would make others wait. */
  mayTryAgain(): Promise<boolean>
  /** The service answered 429: everybody waits until then, and this user perhaps for longer. */
  pause(until: number): Promise<GateWait>
  /** Ends the call. To be called once. */
  end(): void
}

/** What stands between a press of Connect and the call to the service. */
export interface ConfirmGate {
  /**
   * Asked once for each press. A wait costs no call; the same press after it is let through. Whoever has a turn within
   * two seconds waits for it here.
   */
  enter(userId: string): Promise<AdmittedCall | GateWait>
}

interface ConfirmGateParts {
  attempts: RateLimit
  budget: ConfirmBudget
  /** Calls that may be under way at one time in this process. */
  maxUnderWay: number
  /** Keys the hashes that stand for users. */
  hashKey: string
  /** Hears of every press that has to wait because of a limit. */
  onWait?: (cause: LimitCause) => void
  random?: () => number
}

/**
 * Puts the limits of the confirm call in their order: what costs nobody anything is asked first, and a place
 * in the budget is taken last.
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
        await budget.pause(until - Date.now())
        const own = await budget.waitOf(user)
        const ownTurn = Date.now() + (own?.waitMs ?? 0)
        return { kind: 'wait', cause: 'asked', until: Math.max(until, ownTurn), place: own?.place ?? null }
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
    // No call was made, so this was no attempt.
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
