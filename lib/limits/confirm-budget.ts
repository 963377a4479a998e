import 'server-only'
import { clearInterval, setInterval } from 'node:timers'
import { steadyNow } from '@/lib/store/steady-now'
import { unlessUnavailable, type Store } from '@/lib/store/store'
import {
  callsOf,
  dropOld,
  dropUntil,
  emptyQueue,
  maxWaitMs,
  minuteMs,
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

/** How often an instance tells the store that it runs and which calls it knows, and reads those of the others. */
const syncEveryMs = 1000
/** An instance that has not updated the queue for this long may make its share of the calls without the store. */
const missingAfterMs = 2.5 * syncEveryMs
/** An instance without an update for this long has ended without leaving. */
const forgottenAfterMs = 90_000
/** The age of a queue from which an instance believes its smaller count, after the store has lost its data. */
const believedAfterMs = minuteMs
/** A deployment with Redis probably has two instances. */
const presumedInstances = 2
/** A plan needs at least two calls a minute to have an interval. */
const minShare = 2

/**
 * The confirm calls that this deployment may make in a minute, of the key's 120 ("Limits"), shared among
 * all waiting users.
 *
 * Each user who presses Connect gets a place in one queue, and a time for their turn. GCRA spreads the places
 * evenly, so that users need not retry and do not all press at once. A press before that time costs no call and
 * gets the same time again. Users may be up to two minutes late, and many can be late together. Therefore the
 * budget also counts the calls of the last minute, and never exceeds its limit.
 *
 * A user has one place for all tabs and links. An unused place delays the users behind it by at most one
 * interval.
 *
 * All instances share one queue in the store. While an instance cannot reach it, it goes on with its last copy, and
 * makes its share of the calls that were left in it. The copy is at most a second old. As the calls in it become a
 * minute old, its share of them is free again. Together the instances exceed the budget only by calls that one of them
 * had not read yet, and the queue admits few calls in a second. As the store can lose its data, an instance tells it
 * all calls that it knows.
 *
 * This assumes that the number of instances stays the same, that no instance restarts without the store, and that none
 * is alone without it for more than a minute and a half, because the others then take its share.
 */
export type ConfirmBudget = ReturnType<typeof createConfirmBudget>

interface BudgetOptions {
  /** The calls a minute of all instances together. */
  callsPerMinute: number
  /** The store of all instances; undefined if there is one process. */
  shared?: Store | undefined
  /** Called with the number of instances at each update. */
  onInstances?: (count: number) => void
  random?: () => number
  clock?: () => number
}

/** Creates the budget of this instance. */
export function createConfirmBudget(options: BudgetOptions) {
  const { callsPerMinute, shared, onInstances, random = Math.random, clock = steadyNow } = options
  const id = crypto.randomUUID()
  /** The queue, or the last copy of the shared one. */
  let queue = structuredClone(emptyQueue)
  /** The calls that the store knows. */
  let told: ReadonlySet<string> = new Set()
  /** How far the clock of the store is ahead of this instance's. */
  let aheadMs = 0
  let instances = shared ? presumedInstances : 1
  /** Since when the store has had the queue with this number of instances. Undefined before the first update. */
  let countedSince: number | undefined
  let isAlone = shared !== undefined
  let timer: NodeJS.Timeout | undefined

  type Step<Result> = (queue: ConfirmQueue, terms: Terms) => Result

  async function runTogether(store: Store, steps: Step<unknown>[]): Promise<unknown[]> {
    let results: unknown[] = []
    queue = await store.update('confirm-queue', queueSchema, (found, now) => {
      aheadMs = now - clock()
      const value = found ?? { ...structuredClone(emptyQueue), since: now }
      const terms = { now, plan: planOf(callsPerMinute), random }
      for (const each of [queue, value]) dropOld(each, now, terms.plan)
      value.calls = { ...queue.calls, ...value.calls }
      if (timer) value.instances[id] = now
      dropUntil(value.instances, now - forgottenAfterMs)
      countInstances(value, now)
      const most = callsPerMinute - callsOfOthers(value, now)
      results = steps.map((step) => step(value, { ...terms, most }))
      return { value, ttlMs: Math.max(value.nextPlace - now, 0) + 2 * maxWaitMs }
    })
    told = new Set(Object.keys(queue.calls))
    isAlone = false
    return results
  }

  function runAlone(steps: Step<unknown>[]): unknown[] {
    isAlone = shared !== undefined
    const now = clock() + aheadMs
    const plan = { ...planOf(shareOf(callsPerMinute, instances)), perSecond: Infinity }
    dropOld(queue, now, plan)
    const inStore = Object.keys(queue.calls).filter((call) => told.has(call)).length
    const most = inStore + Math.max(Math.floor((callsPerMinute - inStore) / instances), 0)
    return steps.map((step) => step(queue, { now, plan, most, random }))
  }

  function countInstances(value: ConfirmQueue, now: number): void {
    const count = Math.max(Object.keys(value.instances).length, 1)
    const isNew = countedSince !== undefined && value.since !== countedSince
    if (isNew && count < instances && now - value.since < believedAfterMs) return
    instances = count
    countedSince = value.since
    onInstances?.(count)
  }

  /** Returns how many calls instances that cannot reach the store, or have not found it again, may make meanwhile. */
  function callsOfOthers(value: ConfirmQueue, now: number): number {
    const updates = Object.values(value.instances)
    const absent = now - value.since < forgottenAfterMs ? Math.max(instances - Math.max(updates.length, 1), 0) : 0
    const missing = [...updates.filter((at) => at <= now - missingAfterMs), ...Array<number>(absent).fill(0)]
    const calls = callsOf(value)
    const leftAt = (update: number) => callsPerMinute - calls.filter((at) => at <= update).length
    return missing.reduce((sum, update) => sum + Math.floor(leftAt(update) / instances), 0)
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

  const sync = () => run(() => {})

  return {
    /**
     * Counts a press. It spends one call if the user's turn has come, otherwise it returns the wait.
     *
     * @param user - a pseudonym of the user, never a plain ID, because the store keeps it.
     */
    press: (user: string): Promise<Turn> => run((queue, terms) => pressIn(queue, user, terms)),

    /**
     * Spends one call for a second attempt or a check of the key, if it makes no user wait.
     *
     * @returns false if no call is left for this.
     */
    spendSpare: (): Promise<boolean> => run(spendSpareIn),

    /**
     * Moves all turns behind a pause that the service has requested. Waiting users keep their order.
     *
     * @returns the wait of this user; null without a user, and for a user without a place.
     */
    pause: (ms: number, user = ''): Promise<Wait | null> => run((queue, terms) => pauseIn(queue, ms, user, terms)),

    /** Returns the number of calls left in this minute. */
    left: (): Promise<number> => run((queue, { most }) => Math.max(most - callsOf(queue).length, 0)),

    /** Returns the calls a minute that this instance may make now: the shared budget, or its share of it. */
    limit: (): number => (isAlone ? shareOf(callsPerMinute, instances) : callsPerMinute),

    /** Counts this instance among those that share the store, until it leaves. */
    join(): void {
      if (!shared) return
      timer ??= setInterval(() => void sync(), syncEveryMs).unref()
      void sync()
    },

    /** Updates the copy of the queue, as `join` does every second. */
    sync,

    /** Leaves when the process ends. */
    async leave(): Promise<void> {
      if (!timer) return
      clearInterval(timer)
      timer = undefined
      await run((queue) => void delete queue.instances[id])
    },
  }
}

/** Returns the calls a minute of one instance while each instance counts for itself. */
export function shareOf(callsPerMinute: number, instances: number): number {
  return Math.max(Math.floor(callsPerMinute / instances), minShare)
}
