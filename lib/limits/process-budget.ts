import 'server-only'
import { budgetTimes, type BudgetPlan, type ConfirmBudget } from './confirm-budget'

const { minuteMs, earlyMs, keptMs, maxWaitMs } = budgetTimes

/**
 * Creates the budget of this process. `redis-budget.ts` implements the same algorithm, step by step.
 *
 * @param planNow - returns the current plan, because one instance's share depends on the number of instances.
 */
export function processBudget(
  planNow: () => BudgetPlan,
  { clock = Date.now, random = Math.random }: { clock?: () => number; random?: () => number } = {},
): ConfirmBudget {
  /** The time of the next place (GCRA). With an empty queue, the burst moves it into the past. */
  let nextPlace = 0
  /** The time of each waiting user's turn. */
  const turns = new Map<string, number>()
  /** The times of the calls in the last minute, oldest first. */
  let calls: number[] = []

  const begin = () => {
    const now = clock()
    const plan = planNow()
    const { burst, intervalMs } = plan
    nextPlace = Math.max(nextPlace, now - (burst - 1) * intervalMs)
    for (const [user, at] of turns) if (at <= now - keptMs) turns.delete(user)
    calls = calls.filter((at) => at > now - minuteMs)
    return { now, ...plan }
  }
  const waitUntil = (at: number, now: number) => {
    const before = [...turns.values()].filter((other) => other >= now && other < at)
    return { waitMs: at - now, place: before.length + 1 }
  }

  return {
    async press(user) {
      const { now, callsPerMinute, intervalMs } = begin()
      let at = turns.get(user)
      if (at === undefined) {
        at = Math.max(now, nextPlace)
        if (at - now > maxWaitMs) return { isDue: false, ...waitUntil(at, now) }
        nextPlace += intervalMs
      }
      if (at <= now + earlyMs) {
        if (calls.length < callsPerMinute) {
          turns.delete(user)
          calls.push(now)
          return { isDue: true }
        }
        // Many users were late together. Spread all users who are due over the time after the next free call.
        const freeAt = (calls[0] ?? now) + minuteMs
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
      const { now, callsPerMinute, intervalMs, keptForUsers } = begin()
      if (calls.length >= callsPerMinute || nextPlace + keptForUsers * intervalMs > now) return false
      nextPlace += intervalMs
      calls.push(now)
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
      const { callsPerMinute } = begin()
      return Math.max(callsPerMinute - calls.length, 0)
    },
  }
}
