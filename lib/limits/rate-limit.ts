import 'server-only'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { outsideRequests } from '@/lib/request/context'
import type { RedisConnection } from '@/lib/store/redis-connection'

/** Whether an action is allowed now. If not, `waitMs` is the wait in milliseconds. */
export type RateDecision = { isAllowed: true } | { isAllowed: false; waitMs: number }

/** A max number of times for each key, within a window that begins with the first time. */
export interface RateLimit {
  /** Counts one time, and returns whether it is within the limit. */
  spend(key: string): Promise<RateDecision>
  /** Takes back one count of `spend`. */
  giveBack(key: string): Promise<void>
}

/**
 * Creates a limit that all instances count together in Redis. Without Redis, or while it is unavailable, each process
 * counts for itself.
 *
 * @param options.name - the prefix of its keys in Redis, including the deployment's prefix.
 */
export function rateLimit(options: {
  name: string
  times: number
  seconds: number
  connection: RedisConnection | undefined
}): RateLimit {
  const { name: keyPrefix, times: points, seconds: duration, connection } = options
  const processLimiter = new RateLimiterMemory({ keyPrefix, points, duration })
  const limiter = connection
    ? new RateLimiterRedis({
        keyPrefix,
        points,
        duration,
        insuranceLimiter: processLimiter,
        useRedisPackage: true,
        // The limiter needs only `eval` of a client. This connection fails fast.
        storeClient: {
          eval: (lua: string, call: { keys: string[]; arguments: string[] }) =>
            connection.run((client) => client.eval(lua, call)),
        },
      })
    : processLimiter
  // Outside of requests, because a timer for each key would keep a request's 40 KB until the window ends.
  return {
    async spend(key) {
      try {
        await outsideRequests(() => limiter.consume(key))
        return { isAllowed: true }
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return { isAllowed: false, waitMs: Math.max(refusal.msBeforeNext, 1) }
      }
    },
    async giveBack(key) {
      await outsideRequests(() => limiter.reward(key))
    },
  }
}
