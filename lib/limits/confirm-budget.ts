import 'server-only'
import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers'
import { steadyNow } from '@/lib/store/process-store'
import { unlessUnavailable, type Store } from '@/lib/store/store'
import {
  callsOf,
  dropOld,
  emptyQueue,
  maxWaitMs,
  pauseIn,
  planOf,
  pressIn,
  queueSchema,
  spendSpareIn,
  type ConfirmQueue,
  type Terms,
  type Turn,
  type Wait,
} from './confirm-queue'

/** How soon an instance tries again to reach the store. */
const retryMs = 1000
/** A plan needs at least two calls a minute to have an interval. */
const minShare = 2

/**
 * The confirm calls that this deployment may make in a minute, of the key's 120 ("Limits"), for all waiting users.
 *
 * Each user who presses Connect gets one place in a queue for all tabs and links, and a time for their turn. GCRA
 * spreads the places evenly, so that users do not all press at once. A press before that time costs no call and gets
 * the same time again. Many users can be up to two minutes late together. So the budget also counts the calls of the
 * last minute, and never exceeds its limit.
 *
 * All instances share one queue in the store. An instance that cannot reach it goes on with its last copy. It then
 * makes at most its share of the calls: the budget divided by the number of instances. It tells the store its own calls
 * of the last minute, because the store may not know them.
 */
export type ConfirmBudget = ReturnType<typeof createConfirmBudget>

interface BudgetOptions {
  /** Of all instances together. */
  callsPerMinute: number
  /** The store of all instances; undefined if this instance has only its share. */
  shared?: Store | undefined
  /** @default 1 */
  instances?: number
  random?: () => number
  clock?: () => number
}

export function createConfirmBudget(options: BudgetOptions) {
  const { callsPerMinute, shared, instances = 1, random = Math.random, clock = steadyNow } = options
  const share = Math.max(Math.floor(callsPerMinute / instances), minShare)
  const caller = randomBytes(6).toString('base64url')
  /** The queue, or the last copy of the shared one. */
  let queue = structuredClone(emptyQueue)
  /** How far the clock of the store is ahead of this instance's. */
  let aheadMs = 0
  let isTogether = false
  let retry: NodeJS.Timeout | undefined

  type Step<Result> = (queue: ConfirmQueue, terms: Terms) => Result

  const ownCalls = () => Object.fromEntries(Object.entries(queue.calls).filter(([call]) => call.startsWith(caller)))

  async function runTogether(store: Store, steps: Step<unknown>[]): Promise<unknown[]> {
    const plan = planOf(callsPerMinute)
    let results: unknown[] = []
    queue = await store.update('confirm-queue', queueSchema, (found, now) => {
      aheadMs = now - clock()
      const value = found ?? structuredClone(emptyQueue)
      for (const each of [queue, value]) dropOld(each, now, plan)
      value.calls = { ...ownCalls(), ...value.calls }
      results = steps.map((step) => step(value, { now, plan, most: callsPerMinute, caller, random }))
      return { value, ttlMs: Math.max(value.nextPlace - now, 0) + 2 * maxWaitMs }
    })
    isTogether = true
    return results
  }

  function runAlone(steps: Step<unknown>[]): unknown[] {
    isTogether = false
    // The others need to know the calls of this instance as soon as the store is back.
    if (shared) retry ??= setTimeout(() => void run(() => (retry = undefined)), retryMs).unref()
    const now = clock() + aheadMs
    const plan = { ...planOf(share), perSecond: Infinity }
    queue.calls = ownCalls()
    dropOld(queue, now, plan)
    return steps.map((step) => step(queue, { now, plan, most: share, caller, random }))
  }

  let last: Promise<unknown> = Promise.resolve()
  let next: { steps: Step<unknown>[]; results: Promise<unknown[]> } | undefined

  /** Runs a step after the update under way. All steps that wait share the next update. */
  async function run<Result>(step: Step<Result>): Promise<Result> {
    if (!next) {
      const steps: Step<unknown>[] = []
      const results = last.then(() => {
        next = undefined
        if (!shared) return runAlone(steps)
        return unlessUnavailable(
          () => runTogether(shared, steps),
          () => runAlone(steps),
        )
      })
      last = results.catch(() => {})
      next = { steps, results }
    }
    const index = next.steps.push(step) - 1
    return (await next.results)[index] as Result
  }

  return {
    /** Spends one call if the user's turn has come. @param user - a pseudonym, because the store keeps it. */
    press: (user: string): Promise<Turn> => run((queue, terms) => pressIn(queue, user, terms)),

    /** Spends one call for a second attempt or a check of the key; false if this would make a user wait. */
    spendSpare: (): Promise<boolean> => run(spendSpareIn),

    /**
     * Moves all turns behind a pause that the service has requested. Waiting users keep their order.
     *
     * @returns the wait of this user; null without a user, and for a user without a place.
     */
    pause: (ms: number, user = ''): Promise<Wait | null> => run((queue, terms) => pauseIn(queue, ms, user, terms)),

    /** Returns how many calls are left in this minute. */
    left: (): Promise<number> => run((queue, { most }) => Math.max(most - callsOf(queue).length, 0)),

    /** Returns the calls a minute that this instance may make now: the shared budget, or its share of it. */
    limit: (): number => (isTogether ? callsPerMinute : share),
  }
}
