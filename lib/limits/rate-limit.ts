import 'server-only'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import { outsideRequests } from '@/lib/request/context'
import type { RedisConnection } from '@/lib/store/redis-connection'

/** Whether something may be done now, and if not, in how many milliseconds. */
export type RateDecision = { isAllowed: true } | { isAllowed: false; waitMs: number }

/** So many times for each key, within a window that begins with the first. */
export interface RateLimit {
  /** Counts one time, and says whether it is within the limit. */
  spend(key: string): Promise<RateDecision>
  /** Takes back what `spend` has counted. */
  giveBack(key: string): Promise<void>
}

/**
 * A limit that all instances count together in Redis; while Redis is away, or where there is none, each
 * process counts by itself.
 *
 * @param options.name - begins its keys in Redis, after the deployment's prefix.
 */
export function rateLimit(options: {
  name: string
  times: number
  seconds: number
  connection: RedisConnection | undefined
}): RateLimit {
  const { name: keyPrefix, times: points, seconds: duration, connection } = options
  const own = new ProcessLimiter({ keyPrefix, points, duration })
  const limiter: RateLimiterAbstract = connection
    ? new RateLimiterRedis({
        keyPrefix,
        points,
        duration,
        insuranceLimiter: own,
        useRedisPackage: true,
        // All that the limiter needs of a client here. The connection is the one that fails fast.
        storeClient: {
          eval: (lua: string, call: { keys: string[]; arguments: string[] }) =>
            connection.run((client) => client.eval(lua, call)),
        },
      })
    : own
  return {
    async spend(key) {
      try {
        await limiter.consume(key)
        return { isAllowed: true }
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal
        return { isAllowed: false, waitMs: Math.max(refusal.msBeforeNext, 1) }
      }
    },
    async giveBack(key) {
      await limiter.reward(key)
    },
  }
}

/** It sets a timer for each key, which would keep all that belongs to a request, some 40 KB, until the window ends. */
class ProcessLimiter extends RateLimiterMemory {
  override consume(...counted: Parameters<RateLimiterMemory['consume']>): Promise<RateLimiterRes> {
    return outsideRequests(() => super.consume(...counted))
  }

  override reward(...counted: Parameters<RateLimiterMemory['reward']>): Promise<RateLimiterRes> {
    return outsideRequests(() => super.reward(...counted))
  }
}
