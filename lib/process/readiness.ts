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
 * configuration, because the process does not start with an invalid one. The state of Redis does not affect `isReady`,
 * because no page needs it. Otherwise an outage of Redis would make all instances unready at once. A URL that the client
 * refuses is no outage: it never recovers.
 */
export async function readiness(): Promise<Readiness> {
  const health = await checkRedis()
  const server = isShuttingDown() ? 'stopping' : 'serving'
  const isReady = server === 'serving' && health?.reason !== 'URL'
  // A command that Redis refuses, for example for a key of another type, loses data until an operator mends it.
  const redis = health?.state === 'ok' && health.reason !== null ? 'refused' : (health?.state ?? 'none')
  return { isReady, checks: { redis, server } }
}
