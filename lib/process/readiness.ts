import 'server-only'
import { isShuttingDown } from './shutdown'
import { checkRedis, type RedisState } from '@/lib/store'

/** Whether this instance can take new requests, and the results of its checks. */
export interface Readiness {
  isReady: boolean
  checks: {
    redis: RedisState | 'none'
    server: 'serving' | 'stopping'
  }
}

/**
 * Checks only this instance. It does not call the service, because a call would spend a confirm. It does not check the
 * configuration, because the process does not start with an invalid one. Redis does not affect `isReady`, because no
 * page needs it. Otherwise an outage of Redis would make all instances unready at once.
 */
export async function readiness(): Promise<Readiness> {
  const redis = (await checkRedis())?.state ?? 'none'
  const server = isShuttingDown() ? 'stopping' : 'serving'
  return { isReady: server === 'serving', checks: { redis, server } }
}
