import 'server-only'
import { isShuttingDown } from './shutdown'
import { checkRedis, type RedisState } from '@/lib/store'

/** Whether this instance should be sent new work, and how it is. */
export interface Readiness {
  isReady: boolean
  checks: {
    redis: RedisState | 'none'
    server: 'serving' | 'stopping'
  }
}

/**
 * Looks at this instance alone: the service is not asked, and no confirm is spent. Nor is the configuration
 * looked at: with a wrong one the process has not started. Redis decides nothing: no page needs it, and without it
 * all instances would be taken out at once.
 */
export async function readiness(): Promise<Readiness> {
  const redis = (await checkRedis())?.state ?? 'none'
  const server = isShuttingDown() ? 'stopping' : 'serving'
  return { isReady: server === 'serving', checks: { redis, server } }
}
