import 'server-only'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { outsideRequests } from '@/lib/request/context'
import type { RedisConnection } from '@/lib/store/redis-connection'

/** Whether an action is allowed now. If not, `waitMs` is the wait in milliseconds. */
export type RateDecision = { isAllowed: true } | { isAllowed: false; waitMs: number }

export type RateLimit = ReturnType<typeof rateLimit>

/**
 * Creates a max number of times for each key, within a window that begins with the first time. All instances count
 * together in Redis. Without Redis, or while it is unavailable, each process counts for itself.
 *
 * @param options.name - the prefix of its keys in Redis, including the deployment's prefix.
 */
export function rateLimit(options: {
  name: string
  times: number
  seconds: number
  connection: RedisConnection | undefined
}) {
  const { name: keyPrefix, times: points, seconds: duration, connection } = options
  const processLimiter = new RateLimiterMemory({ keyPrefix, points, duration })
  const limiter = connection
    ? new RateLimiterRedis({
        keyPrefix,
        points,
        duration,
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
    /** Counts one time, and returns whether it is within the limit. */
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
    /** Takes back one count of `spend`. */
    async giveBack(key: string): Promise<void> {
      await outsideRequests(() => limiter.reward(key))
    },
  }
}
