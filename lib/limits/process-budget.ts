import 'server-only'
import { CallLease } from './call-lease'
import { budgetTimes, type BudgetPlan, type ConfirmBudget } from './confirm-budget'

const { earlyMs, keptMs, maxWaitMs } = budgetTimes

/**
 * Creates the budget of this process. `redis-budget.ts` implements the same algorithm, step by step.
 *
 * @param planNow - returns the current plan, because one instance's share depends on the number of instances.
 * @param options.lease - this instance's lease, if Redis counts the calls too. @default all calls of the plan
 */
export function processBudget(
  planNow: () => BudgetPlan,
  {
    clock = Date.now,
    random = Math.random,
    lease = new CallLease(() => planNow().callsPerMinute, clock),
  }: { clock?: () => number; random?: () => number; lease?: CallLease } = {},
): ConfirmBudget {
  /** The time of the next place (GCRA). With an empty queue, the burst moves it into the past. */
  let nextPlace = 0
  /** The time of each waiting user's turn. */
  const turns = new Map<string, number>()

  const begin = () => {
    const now = clock()
    const plan = planNow()
    const { burst, intervalMs } = plan
    nextPlace = Math.max(nextPlace, now - (burst - 1) * intervalMs)
    for (const [user, at] of turns) if (at <= now - keptMs) turns.delete(user)
    return { now, ...plan }
  }
  const waitUntil = (at: number, now: number) => {
    const before = [...turns.values()].filter((other) => other >= now && other < at)
    return { waitMs: at - now, place: before.length + 1 }
  }

  return {
    async press(user) {
      const { now, intervalMs } = begin()
      let at = turns.get(user)
      if (at === undefined) {
        at = Math.max(now, nextPlace)
        if (at - now > maxWaitMs) return { isDue: false, ...waitUntil(at, now) }
        nextPlace += intervalMs
      }
      if (at <= now + earlyMs) {
        if (lease.left > 0) {
          turns.delete(user)
          lease.spend()
          return { isDue: true }
        }
        // Many users were late together. Spread all users who are due over the time after the next free call.
        const { freeAt } = lease
        const due = [...turns.values()].filter((other) => other <= freeAt).length
        at = freeAt + Math.ceil(random() * due * intervalMs)
      }
      turns.set(user, at)
      return { isDue: false, ...waitUntil(at, now) }
    },
    async waitOf(user) {
      const { now } = begin()
      const at = turns.get(user)
      return at === undefined || at <= now ? null : waitUntil(at, now)
    },
    async spendSpare() {
      const { now, intervalMs, keptForUsers } = begin()
      if (lease.left === 0 || nextPlace + keptForUsers * intervalMs > now) return false
      nextPlace += intervalMs
      lease.spend()
      return true
    },
    async pause(ms) {
      const { now } = begin()
      // The first user's turn moves to the end of the pause. A second pause until the same time then moves no turn.
      const first = Math.max(now, Math.min(nextPlace, ...turns.values()))
      const shiftMs = Math.max(now + ms - first, 0)
      nextPlace = Math.max(nextPlace, first) + shiftMs
      for (const [user, at] of turns) turns.set(user, Math.max(at, first) + shiftMs)
    },
    async left() {
      return lease.left
    },
  }
}
