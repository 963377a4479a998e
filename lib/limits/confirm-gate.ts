import 'server-only'
import { createHmac } from 'node:crypto'
import type { Circuit } from './circuit'
import type { ConfirmBudget, Wait } from './confirm-budget'
import type { ConnectRequest, FinalRefusal, FinalRefusals } from './final-refusals'
import type { RateLimit } from './rate-limit'

/** How long somebody waits who meets the bound of calls under way; up to twice as long, at random. */
const busyWaitMs = 2000

/**
 * Why a press has to wait:
 *
 * - `queue`: others are before this user in the service's budget. `place` says how many, this one included.
 * - `attempts`: this user has tried too often.
 * - `service`: the service fails, and is left alone for a while.
 * - `busy`: too many calls are under way in this process.
 */
export type WaitCause = 'queue' | 'attempts' | 'service' | 'busy'

/** What becomes of a press of Connect. */
export type Admission =
  | { kind: 'admitted'; call: AdmittedCall }
  | { kind: 'wait'; cause: WaitCause; waitMs: number; place: number | null }
  /** The service has refused this link for good, and is not asked again. */
  | { kind: 'refused'; refusal: FinalRefusal }

/** What came of an admitted call. */
export type CallResult =
  /** The service answered, with whatever. */
  | { kind: 'answered' }
  | { kind: 'refused_for_good'; refusal: FinalRefusal }
  /** 429. */
  | { kind: 'rate_limited'; retryAfterMs: number }
  /** 5xx, or no answer that could be read. */
  | { kind: 'failed' }

/** One confirm that may be made now. Its first attempt is paid for. */
export interface AdmittedCall {
  /** Pays for a second attempt; false where it would make others wait. */
  mayTryAgain(): Promise<boolean>
  /** Ends the call, whatever came of it; only the first time counts. */
  end(result: CallResult): Promise<void>
}

/** What stands between a press of Connect and the call to the service. */
export interface ConfirmGate {
  /** Asked once for each press. A wait costs no call; the same press after it is let through. */
  enter(press: ConnectRequest & { userId: string }): Promise<Admission>
  /** The wait of this user, for a page that is loaded anew; null where there is none. */
  waitOf(userId: string): Promise<Wait | null>
}

interface ConfirmGateParts {
  refusals: FinalRefusals
  attempts: RateLimit
  circuit: Circuit
  budget: ConfirmBudget
  /** Calls that may be under way at one time in this process. */
  maxUnderWay: number
  /** Keys the hashes that stand for users. */
  hashKey: string
  /** Hears of every press that has to wait. */
  onWait?: (cause: WaitCause) => void
  random?: () => number
}

/**
 * Puts the limits of the confirm call in their order: what costs nobody anything is asked first, and a place
 * in the budget is taken last.
 */
export function confirmGate(parts: ConfirmGateParts): ConfirmGate {
  const { refusals, attempts, circuit, budget, maxUnderWay, hashKey, onWait, random = Math.random } = parts
  let underWay = 0

  const hashOf = (userId: string) => createHmac('sha256', hashKey).update(`user:${userId}`).digest('base64url')
  const wait = (cause: WaitCause, waitMs: number, place: number | null = null): Admission => {
    onWait?.(cause)
    return { kind: 'wait', cause, waitMs, place }
  }

  function admitted(request: ConnectRequest): AdmittedCall {
    let hasEnded = false
    underWay += 1
    return {
      mayTryAgain: () => budget.spendSpare(),
      async end(result) {
        if (hasEnded) return
        hasEnded = true
        underWay -= 1
        if (result.kind === 'failed') circuit.failed()
        else circuit.succeeded()
        if (result.kind === 'rate_limited') await budget.pause(result.retryAfterMs)
        if (result.kind === 'refused_for_good') await refusals.remember(request, result.refusal)
      },
    }
  }

  return {
    async enter({ userId, ...request }) {
      const user = hashOf(userId)
      const refusal = await refusals.find(request)
      if (refusal) return { kind: 'refused', refusal }
      if (underWay >= maxUnderWay) return wait('busy', Math.ceil(busyWaitMs * (1 + random())))
      const attempt = await attempts.spend(user)
      if (!attempt.isAllowed) return wait('attempts', attempt.waitMs)
      const service = circuit.enter()
      const turn = service.isAllowed ? await budget.press(user) : null
      if (turn?.isDue) return { kind: 'admitted', call: admitted(request) }
      // No call was made: neither the attempt nor the circuit's probe is spent.
      await attempts.giveBack(user)
      if (!service.isAllowed) return wait('service', service.waitMs)
      circuit.unused()
      return wait('queue', turn?.waitMs ?? 0, turn?.place ?? null)
    },
    waitOf: (userId) => budget.waitOf(hashOf(userId)),
  }
}
