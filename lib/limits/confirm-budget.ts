import 'server-only'
import { connectRequestLifetimeMs } from '@/lib/service'
import { unlessUnavailable } from '@/lib/store/store'

const minuteMs = 60_000

/**
 * The confirm calls that this deployment may make in a minute, of the key's 120 ("Limits"), shared out
 * among all who wait.
 *
 * Each user who presses Connect takes a place in one queue, and with it a time of their own: the places
 * are spread evenly by GCRA, so that nobody has to try again and again and nobody comes in a herd. A press
 * before that time costs no call and gets the same time again. Users may come late, for two minutes, and
 * late together. So the calls of the last minute are counted too, and no call is made beyond the budget.
 *
 * A user holds one place, whatever the tabs and links. A place that is not used holds up those behind it
 * for no longer than one interval.
 */
export interface ConfirmBudget {
  /**
   * A press: lets it through and spends one call, or says when this user's turn is.
   *
   * @param user - stands for the user; never an id or an address in clear, since it is kept.
   */
  press(user: string): Promise<Turn>
  /** The wait of a user who has a place, without a press; null for one who has none or whose turn has come. */
  waitOf(user: string): Promise<Wait | null>
  /**
   * Spends one call where it makes nobody wait: for a second attempt, or a check of the key.
   *
   * @returns false where there is none to spare.
   */
  spendSpare(): Promise<boolean>
  /** The service asks for a pause: until then nobody's turn comes, and all who wait keep their order. */
  pause(ms: number): Promise<void>
  /** How many calls could still be made in this minute. */
  left(): Promise<number>
}

/** How long until a user's turn, and how many are to come before, this user included. */
export interface Wait {
  waitMs: number
  place: number
}

type Turn = { isDue: true } | ({ isDue: false } & Wait)

/** How a budget is spread over the minute. */
export interface BudgetPlan {
  callsPerMinute: number
  /** How many may go without a wait where nobody was there before. */
  burst: number
  /** Between one place and the next, in milliseconds. */
  intervalMs: number
  /** How many of the burst are for users alone. */
  keptForUsers: number
}

/**
 * A constant rate with a small burst: in any minute there are at most `60,000 / intervalMs + burst` places,
 * which is the budget. A twentieth of it as burst leaves a rate at which 600 users have their turn within
 * six minutes with the default of 110.
 */
export function planOf(callsPerMinute: number): BudgetPlan {
  const burst = Math.max(Math.floor(callsPerMinute / 20), 1)
  const intervalMs = Math.ceil(minuteMs / (callsPerMinute - burst))
  return { callsPerMinute, burst, intervalMs, keptForUsers: Math.ceil(burst / 2) - 1 }
}

/** Where there is a Redis there is likely a second instance. */
const presumedInstances = 2

/** With less than two calls a minute there is no time between them to plan with. */
const minShare = 2

/**
 * The calls a minute of one instance while Redis takes no writes, and each of them counts by itself.
 *
 * @param instances - as many as it last saw; undefined where it has never seen Redis.
 */
export function shareOf(callsPerMinute: number, instances: number | undefined): number {
  return Math.max(Math.floor(callsPerMinute / (instances ?? presumedInstances)), minShare)
}

/** What both kinds of budget go by. */
export const budgetTimes = {
  minuteMs,
  /** A turn that comes so much early, by a browser's timer, is as good as one in time. */
  earlyMs: 250,
  /** How long a place is kept for a user who does not come in time. */
  keptMs: 2 * minuteMs,
  /** Nobody is given a place beyond it: a connect request does not live longer. */
  maxWaitMs: connectRequestLifetimeMs,
}

/**
 * The shared budget, and this process's own for as long as the shared one's store is unavailable.
 *
 * @param isShared - false while the store takes no writes. It can still be read then, and what it knows is old.
 */
export function insuredBudget(
  shared: ConfirmBudget,
  own: ConfirmBudget,
  isShared: () => boolean = () => true,
): ConfirmBudget {
  const withFallback = async <Result>(ask: (budget: ConfirmBudget) => Promise<Result>): Promise<Result> => {
    if (!isShared()) return ask(own)
    return unlessUnavailable(
      () => ask(shared),
      () => ask(own),
    )
  }
  return {
    press: (user) => withFallback((budget) => budget.press(user)),
    waitOf: (user) => withFallback((budget) => budget.waitOf(user)),
    spendSpare: () => withFallback((budget) => budget.spendSpare()),
    pause: (ms) => withFallback((budget) => budget.pause(ms)),
    left: () => withFallback((budget) => budget.left()),
  }
}
