import 'server-only'
import { connectRequestLifetimeMs } from '@/lib/service'
import { unlessUnavailable } from '@/lib/store/store'
import type { RecentCalls } from './recent-calls'

const minuteMs = 60_000

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
 */
export interface ConfirmBudget {
  /**
   * Counts a press. It spends one call if the user's turn has come, otherwise it returns the wait.
   *
   * @param user - a pseudonym of the user, never a plain id, because the budget stores it.
   */
  press(user: string): Promise<Turn>
  /**
   * Spends one call for a second attempt or a check of the key, if it makes no user wait.
   *
   * @returns false if no call is left for this.
   */
  spendSpare(): Promise<boolean>
  /**
   * Moves all turns behind a pause that the service has requested. Waiting users keep their order.
   *
   * @returns the wait of this user; null without a user, and for a user without a place.
   */
  pause(ms: number, user?: string): Promise<Wait | null>
  /** Returns the number of calls left in this minute. */
  left(): Promise<number>
}

/** The time until a user's turn, and the user's place in the queue, from 1. */
export interface Wait {
  waitMs: number
  place: number
}

type Turn = { isDue: true } | ({ isDue: false } & Wait)

/** What a budget in Redis and one in the process share. */
export interface BudgetParts {
  /** The calls a minute of all instances together. */
  callsPerMinute: number
  calls: RecentCalls
  /** Returns the last known number of instances. @default one */
  instances?: () => number
  random?: () => number
}

/** How a budget is spread over the minute. */
export interface BudgetPlan {
  callsPerMinute: number
  /** The number of calls without a wait when the queue is empty. */
  burst: number
  /** Milliseconds between two places. */
  intervalMs: number
  /** The part of the burst that only users may spend. */
  keptForUsers: number
  /** The max number of calls in a second while all users are on time. Redis admits no more if many are late together. */
  perSecond: number
}

/** The times of both kinds of budget. */
export const budgetTimes = {
  minuteMs,
  /** A press may be this much early, because browsers' timers are inexact. */
  earlyMs: 250,
  /** How long to keep the place of a user who is late. */
  keptMs: 2 * minuteMs,
  /** The max wait of a place, because a connect request expires after this time. */
  maxWaitMs: connectRequestLifetimeMs,
}

/**
 * Plans a constant rate with a small burst. Any minute has at most `60,000 / intervalMs + burst` places, which
 * is the budget. The burst is a twentieth of the budget, so that with the default of 110 calls the rate still
 * serves 600 users within six minutes.
 */
export function planOf(callsPerMinute: number): BudgetPlan {
  const burst = Math.max(Math.floor(callsPerMinute / 20), 1)
  const intervalMs = Math.ceil(minuteMs / (callsPerMinute - burst))
  const perSecond = burst + Math.ceil((1000 + budgetTimes.earlyMs) / intervalMs)
  return { callsPerMinute, burst, intervalMs, keptForUsers: Math.ceil(burst / 2) - 1, perSecond }
}

/** A plan needs at least two calls a minute to have an interval. */
const minShare = 2

/** Returns the calls a minute of one instance while Redis accepts no writes and each instance counts for itself. */
export function shareOf(callsPerMinute: number, instances: number): number {
  return Math.max(Math.floor(callsPerMinute / instances), minShare)
}

/** Combines the shared budget with a fallback to this process's budget while the shared store is unavailable. */
export function insuredBudget(shared: ConfirmBudget, processBudget: ConfirmBudget): ConfirmBudget {
  const ask = <Result>(of: (budget: ConfirmBudget) => Promise<Result>): Promise<Result> =>
    unlessUnavailable(
      () => of(shared),
      () => of(processBudget),
    )
  return {
    press: (user) => ask((budget) => budget.press(user)),
    spendSpare: () => ask((budget) => budget.spendSpare()),
    pause: (ms, user) => ask((budget) => budget.pause(ms, user)),
    left: () => ask((budget) => budget.left()),
  }
}
