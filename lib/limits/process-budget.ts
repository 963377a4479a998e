import 'server-only'
import { budgetTimes, planOf, shareOf, type BudgetParts, type ConfirmBudget } from './confirm-budget'

const { earlyMs, keptMs, maxWaitMs } = budgetTimes

/**
 * Creates the budget of this process: this instance's share of the calls. `redis-budget.ts` implements the same queue,
 * step by step.
 */
export function processBudget({
  callsPerMinute,
  calls,
  instances = () => 1,
  random = Math.random,
  clock = Date.now,
}: BudgetParts & { clock?: () => number }): ConfirmBudget {
  /** The time of the next place (GCRA). With an empty queue, the burst moves it into the past. */
  let nextPlace = 0
  /** The time of each waiting user's turn. */
  const turns = new Map<string, number>()

  const begin = () => {
    const now = clock()
    const { burst, intervalMs, keptForUsers } = planOf(shareOf(callsPerMinute, instances()))
    nextPlace = Math.max(nextPlace, now - (burst - 1) * intervalMs)
    for (const [user, at] of turns) if (at <= now - keptMs) turns.delete(user)
    return { now, intervalMs, keptForUsers, left: calls.left(callsPerMinute, instances()) }
  }
  const waitUntil = (at: number, now: number) => {
    const before = [...turns.values()].filter((other) => other >= now && other < at)
    return { waitMs: at - now, place: before.length + 1 }
  }

  return {
    async press(user) {
      const { now, intervalMs, left } = begin()
      let at = turns.get(user)
      if (at === undefined) {
        at = Math.max(now, nextPlace)
        if (at - now > maxWaitMs) return { isDue: false, ...waitUntil(at, now) }
        nextPlace += intervalMs
      }
      if (at <= now + earlyMs) {
        if (left > 0) {
          turns.delete(user)
          calls.add()
          return { isDue: true }
        }
        // Many users were late together. Spread all users who are due over the time after the next free call.
        const { freeAt } = calls
        const due = [...turns.values()].filter((other) => other <= freeAt).length
        at = freeAt + Math.ceil(random() * due * intervalMs)
      }
      turns.set(user, at)
      return { isDue: false, ...waitUntil(at, now) }
    },
    async spendSpare() {
      const { now, intervalMs, keptForUsers, left } = begin()
      if (left === 0 || nextPlace + keptForUsers * intervalMs > now) return false
      nextPlace += intervalMs
      calls.add()
      return true
    },
    async pause(ms, user = '') {
      const { now } = begin()
      // The first user's turn moves to the end of the pause. A second pause until the same time then moves no turn.
      const first = Math.max(now, Math.min(nextPlace, ...turns.values()))
      const shiftMs = Math.max(now + ms - first, 0)
      nextPlace = Math.max(nextPlace, first) + shiftMs
      for (const [waiting, at] of turns) turns.set(waiting, Math.max(at, first) + shiftMs)
      const turn = turns.get(user)
      return turn === undefined || turn <= now ? null : waitUntil(turn, now)
    },
    async left() {
      return begin().left
    },
  }
}
