import 'server-only'
import { isShuttingDown } from './shutdown'
import { store, unlessUnavailable } from '@/lib/store'

/** Whether this instance should be sent new work, and what of it is as it should be. */
export interface Readiness {
  isReady: boolean
  checks: {
    redis: 'ok' | 'away' | 'none'
    server: 'serving' | 'stopping'
  }
}

/**
 * Looks at this instance alone: the service is not asked, and no confirm is spent. Nor is the configuration
 * looked at: with a wrong one the process has not started.
 */
export async function readiness(): Promise<Readiness> {
  const checks: Readiness['checks'] = { redis: await redis(), server: isShuttingDown() ? 'stopping' : 'serving' }
  return { isReady: checks.redis !== 'away' && checks.server === 'serving', checks }
}

async function redis(): Promise<'ok' | 'away' | 'none'> {
  if (!store().isShared) return 'none'
  const isAway = await unlessUnavailable(
    () => store().ping(),
    () => true,
  )
  return isAway ? 'away' : 'ok'
}
