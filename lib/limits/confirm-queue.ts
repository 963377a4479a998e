import 'server-only'
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { connectRequestLifetimeMs } from '@/lib/service'

const minuteMs = 60_000
const secondMs = 1000
/** A press may be this much early, because browsers' timers are inexact. */
const earlyMs = 250
/** How long to keep the place of a user who is late. */
const keptMs = 2 * minuteMs
/** The max wait of a place, because a connect request expires after this time. */
export const maxWaitMs = connectRequestLifetimeMs

const times = z.record(z.string(), z.number())

/**
 * The queue for the service's limit, for example
 * `{"nextPlace":1767139200572,"turns":{},"calls":{"Ab3dEf9hXyZ…":1767139200000},"updatedAt":1767139200000}`. Times are
 * in milliseconds since the epoch, by the clock of the store.
 */
export const queueSchema = z.object({
  /** The time of the next place (GCRA). With an empty queue, the burst moves it into the past. */
  nextPlace: z.number(),
  /** The time of each waiting user's turn, by the pseudonym of the user. */
  turns: times,
  /** The calls of the last minute, by a random id, which begins with that of the calling instance. */
  calls: times,
  updatedAt: z.number(),
})

export type ConfirmQueue = z.output<typeof queueSchema>

export const emptyQueue: ConfirmQueue = { nextPlace: 0, turns: {}, calls: {}, updatedAt: 0 }

export interface BudgetPlan {
  /** The number of calls without a wait when the queue is empty. */
  burst: number
  /** Milliseconds between two places. */
  intervalMs: number
  /** The part of the burst that only users may spend. */
  keptForUsers: number
  /** The max number of calls in a second. Only users who are late together need more. */
  perSecond: number
}

export interface Terms {
  now: number
  plan: BudgetPlan
  /** The max number of calls in the last minute. */
  most: number
  caller: string
  random: () => number
}

/** The time until a user's turn, and the user's place in the queue, from 1. */
export interface Wait {
  waitMs: number
  place: number
}

export type Turn = { isDue: true } | ({ isDue: false } & Wait)

/**
 * Plans a constant rate with a small burst. Any minute has at most `60,000 / intervalMs + burst` places, which is the
 * budget. With the default of 110 calls, the rate serves 600 users within six minutes.
 */
export function planOf(callsPerMinute: number): BudgetPlan {
  const burst = Math.max(Math.floor(callsPerMinute / 20), 1)
  const intervalMs = Math.ceil(minuteMs / (callsPerMinute - burst))
  const perSecond = burst + Math.ceil((secondMs + earlyMs) / intervalMs)
  return { burst, intervalMs, keptForUsers: Math.ceil(burst / 2) - 1, perSecond }
}

/**
 * Forgets former calls and the places of users who did not come. Each step begins with it. If the clock was set back,
 * all times move back with it. Otherwise users would wait until the clock shows the former time again.
 */
export function dropOld(queue: ConfirmQueue, now: number, { burst, intervalMs }: BudgetPlan): void {
  const setBackMs = Math.max(queue.updatedAt - now, 0)
  queue.updatedAt = now
  for (const moved of [queue.turns, queue.calls]) {
    for (const [name, at] of Object.entries(moved)) moved[name] = at - setBackMs
  }
  queue.nextPlace = Math.max(queue.nextPlace - setBackMs, now - (burst - 1) * intervalMs)
  for (const [times, keptForMs] of [
    [queue.turns, keptMs],
    [queue.calls, minuteMs],
  ] as const) {
    for (const [name, at] of Object.entries(times)) if (at <= now - keptForMs) delete times[name]
  }
}

/** Gives the user a place or, when their turn has come, a call. */
export function pressIn(queue: ConfirmQueue, user: string, { now, plan, most, caller, random }: Terms): Turn {
  const { intervalMs, perSecond } = plan
  let at = queue.turns[user]
  if (at === undefined) {
    at = Math.max(now, queue.nextPlace)
    if (at - now > maxWaitMs) return { isDue: false, ...waitUntil(queue, at, now) }
    queue.nextPlace += intervalMs
  }
  if (at <= now + earlyMs) {
    if (isFree(queue, now, plan, most)) {
      delete queue.turns[user]
      addCall(queue, now, caller)
      return { isDue: true }
    }
    // Many users were late together. Spread all users who are due over the time after the next free call.
    const calls = callsOf(queue)
    const isSpent = calls.length >= most
    const freeAt = isSpent ? (calls[calls.length - most] ?? now) + minuteMs : now + secondMs
    // In each second, half as many users as it admits, because their times are random.
    const paceMs = isSpent ? intervalMs : (2 * secondMs) / perSecond
    const due = Object.values(queue.turns).filter((other) => other <= freeAt).length
    at = freeAt + Math.ceil(random() * due * paceMs)
  }
  queue.turns[user] = at
  return { isDue: false, ...waitUntil(queue, at, now) }
}

/** Spends a call if no user has to wait for it. @returns false if a user would. */
export function spendSpareIn(queue: ConfirmQueue, { now, plan, most, caller }: Terms): boolean {
  const { intervalMs, keptForUsers } = plan
  if (!isFree(queue, now, plan, most) || queue.nextPlace + keptForUsers * intervalMs > now) return false
  queue.nextPlace += intervalMs
  addCall(queue, now, caller)
  return true
}

/** Moves all turns behind a pause. @returns the wait of this user; null if the user need not wait. */
export function pauseIn(queue: ConfirmQueue, ms: number, user: string, { now }: Terms): Wait | null {
  // The first user's turn moves to the end of the pause. A second pause until the same time then moves no turn.
  const first = Math.max(now, Math.min(queue.nextPlace, ...Object.values(queue.turns)))
  const shiftMs = Math.max(now + ms - first, 0)
  queue.nextPlace = Math.max(queue.nextPlace, first) + shiftMs
  for (const [waiting, at] of Object.entries(queue.turns)) queue.turns[waiting] = Math.max(at, first) + shiftMs
  const turn = queue.turns[user]
  return turn === undefined || turn <= now ? null : waitUntil(queue, turn, now)
}

export const callsOf = ({ calls }: ConfirmQueue): number[] => Object.values(calls).sort((one, other) => one - other)

function isFree(queue: ConfirmQueue, now: number, { perSecond }: BudgetPlan, most: number): boolean {
  const calls = callsOf(queue)
  return calls.length < most && calls.filter((at) => at > now - secondMs).length < perSecond
}

function addCall({ calls }: ConfirmQueue, now: number, caller: string): void {
  calls[`${caller}${randomBytes(9).toString('base64url')}`] = now
}

function waitUntil({ turns }: ConfirmQueue, at: number, now: number): Wait {
  const before = Object.values(turns).filter((other) => other >= now && other < at)
  return { waitMs: at - now, place: before.length + 1 }
}
