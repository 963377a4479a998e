import 'server-only'
import { budgetTimes, type BudgetPlan, type ConfirmBudget } from './confirm-budget'

const { minuteMs, tenSecondsMs, earlyMs, keptMs, maxWaitMs } = budgetTimes

/** The budget of this process alone. `redis-budget.ts` does the same in the same order. */
export function processBudget(
  { callsPerMinute, burst, intervalMs, keptForUsers, maxInTenSeconds }: BudgetPlan,
  { clock = Date.now, random = Math.random }: { clock?: () => number; random?: () => number } = {},
): ConfirmBudget {
  const toleranceMs = (burst - 1) * intervalMs
  /** Times of the calls in the last minute, the oldest first. */
  let calls: number[] = []
  /** The time of each user's turn. */
  const turns = new Map<string, number>()
  /** The time of the next place as GCRA counts it: its "theoretical arrival time". */
  let nextPlace = 0
  let pausedUntil = 0

  const begin = () => {
    const now = clock()
    calls = calls.filter((at) => at > now - minuteMs)
    for (const [user, at] of turns) if (at <= now - keptMs) turns.delete(user)
    nextPlace = Math.max(now, nextPlace)
    return now
  }
  const roomFrom = (now: number, windowMs: number, max: number) => {
    const within = calls.filter((at) => at > now - windowMs)
    return within.length < max ? now : (within[0] ?? now) + windowMs
  }
  const room = (now: number) =>
    Math.max(roomFrom(now, minuteMs, callsPerMinute), roomFrom(now, tenSecondsMs, maxInTenSeconds))
  const waitUntil = (at: number, now: number) => {
    const before = [...turns.values()].filter((other) => other >= now && other < at)
    return { waitMs: at - now, place: before.length + 1 }
  }

  return {
    async press(user) {
      const now = begin()
      let at = turns.get(user)
      if (at === undefined) {
        at = Math.max(now, pausedUntil, nextPlace - toleranceMs)
        if (at - now > maxWaitMs) return { isDue: false, ...waitUntil(at, now) }
        nextPlace += intervalMs
      }
      if (at <= now + earlyMs) {
        const free = room(now)
        if (free <= now) {
          turns.delete(user)
          calls.push(now)
          return { isDue: true }
        }
        at = free + Math.ceil(random() * burst * intervalMs)
      }
      turns.set(user, at)
      return { isDue: false, ...waitUntil(at, now) }
    },
    async waitOf(user) {
      const now = begin()
      const at = turns.get(user)
      return at === undefined || at <= now ? null : waitUntil(at, now)
    },
    async spendSpare() {
      const now = begin()
      if (now < pausedUntil || room(now) > now) return false
      if (nextPlace - toleranceMs + keptForUsers * intervalMs > now) return false
      nextPlace += intervalMs
      calls.push(now)
      return true
    },
    async pause(ms) {
      const now = begin()
      const from = Math.max(now, pausedUntil)
      const shiftMs = now + Math.min(ms, maxWaitMs) - from
      if (shiftMs <= 0) return
      pausedUntil = from + shiftMs
      nextPlace = Math.max(nextPlace, from) + shiftMs
      for (const [user, at] of turns) turns.set(user, Math.max(at, from) + shiftMs)
    },
    async left() {
      begin()
      return Math.max(callsPerMinute - calls.length, 0)
    },
  }
}
