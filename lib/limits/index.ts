import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { config } from '@/lib/config'
import { count } from '@/lib/metrics'
import { processSingleton } from '@/lib/process-singleton'
import { clientAddress } from '@/lib/request/client-address'
import { outsideRequests } from '@/lib/request/context'
import { keyPrefix, redisConnection, store } from '@/lib/store'
import { pseudonymOf } from '@/lib/store/marks'
import type { RedisConnection } from '@/lib/store/redis-connection'
import { createConfirmBudget, type ConfirmBudget } from './confirm-budget'

/** How often something may happen in a window, for each key. */
const bounds = {
  /** A user's presses that reach the service. A person needs one, or two after a typing error. */
  attempts: { times: 5, seconds: 60 },
  /** Per client address, behind which can be thousands of people. It only keeps one machine from filling the log. */
  arrivals: { times: 1200, seconds: 60 },
  /**
   * Starts of a login, per client address. Each can end in one callback, which stores a used state and costs a call to
   * the provider. With a limit of callbacks, one machine could keep everybody behind its address from ending a login.
   */
  'sign-ins': { times: 1200, seconds: 60 },
  /** Per account. A signed-out session stays listed for as long as a session lasts: in eight hours at most 960. */
  accounts: { times: 30, seconds: 30 * 60 },
} as const

export function confirmBudget(): ConfirmBudget {
  return processSingleton('confirm budget', () =>
    createConfirmBudget({
      callsPerMinute: config().confirmBudgetPerMinute,
      shared: store().isShared ? store() : undefined,
      instances: config().instances,
    }),
  )
}

/** Returns the limits of the confirm call. Every press of Connect must enter this gate, with the user's ID. */
export function connectGate(): ConfirmGate {
  const enter = confirmGate({ attempts: limitOf('attempts'), budget: confirmBudget() })
  return (userId) => enter(pseudonymOf(`user:${userId}`))
}

export const limitArrival = (address: string): Promise<RateDecision> => counted('arrivals', address)
export const limitSignIn = (address: string): Promise<RateDecision> => counted('sign-ins', address)

/** Counts a successful sign-in before its session is created. Users and staff may have the same IDs. */
export function limitAccount({ people, id }: { people: string; id: string }): Promise<RateDecision> {
  return counted('accounts', `account:${people}:${id}`)
}

/** Returns the client address by TRUSTED_PROXY_HOPS. A client can affect it only through CLIENT_ADDRESS_HEADER. */
export const requestAddress = (headers: Pick<Headers, 'get'>): string => clientAddress(headers, config())

async function counted(name: keyof typeof bounds, who: string): Promise<RateDecision> {
  const decision = await limitOf(name).spend(pseudonymOf(who))
  if (!decision.isAllowed) count('limits_hit_total', name)
  return decision
}

function limitOf(name: keyof typeof bounds): RateLimit {
  return processSingleton(`limit of ${name}`, () =>
    rateLimit(`${keyPrefix()}limit:${name}`, bounds[name], redisConnection()),
  )
}

type RateDecision = { isAllowed: true } | { isAllowed: false; waitMs: number }

type RateLimit = ReturnType<typeof rateLimit>

/**
 * Creates a max number of times for each key, within a window that begins with the first time. All instances count
 * together in Redis. Without Redis, or while it is unavailable, each process counts for itself.
 *
 * @param name - the prefix of its keys in Redis, including the deployment's prefix.
 */
export function rateLimit(
  name: string,
  { times: points, seconds: duration }: { times: number; seconds: number },
  connection: RedisConnection | undefined,
) {
  const bound = { keyPrefix: name, points, duration }
  const processLimiter = new RateLimiterMemory(bound)
  const limiter = connection
    ? new RateLimiterRedis({
        ...bound,
        insuranceLimiter: processLimiter,
        useRedisPackage: true,
        // The limiter needs only these commands of a client. This connection fails fast.
        storeClient: {
          del: (key: string) => connection.run((client) => client.del(key)),
          eval: (lua: string, call: { keys: string[]; arguments: string[] }) =>
            connection.run((client) => client.eval(lua, call)),
        },
      })
    : processLimiter
  // Outside of requests, because a timer for each key would keep a request's 40 KB until the window ends.
  return {
    async spend(key: string): Promise<RateDecision> {
      try {
        await outsideRequests(() => limiter.consume(key))
        return { isAllowed: true }
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        // The clock was set back during the window, which would end too late.
        if (refusal.msBeforeNext > duration * 1000) {
          await limiter.delete(key)
          return { isAllowed: true }
        }
        return { isAllowed: false, waitMs: Math.max(refusal.msBeforeNext, 1) }
      }
    },
    async giveBack(key: string): Promise<void> {
      await outsideRequests(() => limiter.reward(key))
    },
  }
}

/** A user with at most this wait stays in the request, because such a short countdown would be useless. */
const shortWaitMs = 2000

/** A press that has to wait. `place` is the user's place in the queue, from 1. */
export interface GateWait {
  kind: 'wait'
  cause: 'queue' | 'attempts' | 'asked'
  /** The end of the wait, in milliseconds since the epoch. */
  until: number
  waitMs: number
  place: number | null
}

/** A confirm that may start now. Its first attempt is already counted in the budget. */
export interface AdmittedCall {
  kind: 'admitted'
  /** Spends the budget for a second attempt; false if it would make others wait. */
  mayTryAgain(): Promise<boolean>
  /** Makes all users wait after a 429. @returns this user's wait, which may be longer. */
  pause(ms: number): Promise<GateWait>
}

export type ConfirmGate = ReturnType<typeof confirmGate>

/**
 * Creates the limits of the confirm call. It checks the budget last, because that takes a place in the queue. The
 * budget also limits how many calls are under way, because each ends within 25 seconds.
 */
export function confirmGate({ attempts, budget }: { attempts: RateLimit; budget: ConfirmBudget }) {
  const wait = (cause: GateWait['cause'], waitMs: number, place: number | null = null): GateWait => {
    if (cause !== 'asked') count('limits_hit_total', cause)
    return { kind: 'wait', cause, until: Date.now() + waitMs, waitMs, place }
  }

  const admitted = (user: string): AdmittedCall => ({
    kind: 'admitted',
    mayTryAgain: () => budget.spendSpare(),
    async pause(ms) {
      const queued = await budget.pause(ms, user)
      return wait('asked', Math.max(ms, queued?.waitMs ?? 0), queued?.place)
    },
  })

  /**
   * Admits a press or makes it wait. Call it once for each press. A wait costs no call. A user whose turn is within two
   * seconds waits inside this call.
   *
   * @param user - a pseudonym, because the store keeps it.
   */
  return async function enter(user: string, mayWaitHere = true): Promise<AdmittedCall | GateWait> {
    const attempt = await attempts.spend(user)
    if (!attempt.isAllowed) return wait('attempts', attempt.waitMs)
    const turn = await budget.press(user)
    if (turn.isDue) return admitted(user)
    // No call was made, so it does not count as an attempt.
    await attempts.giveBack(user)
    const queued = wait('queue', turn.waitMs, turn.place)
    if (!mayWaitHere || turn.waitMs > shortWaitMs) return queued
    await sleep(turn.waitMs)
    return enter(user, false)
  }
}
