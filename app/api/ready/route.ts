import { isShuttingDown } from '@/lib/process/shutdown'
import { checkRedis } from '@/lib/store'

/** Without it, Next would answer with the state at build time. */
export const dynamic = 'force-dynamic'

/**
 * Answers the readiness probe. The response is 503, with the failed checks, if this instance should receive no
 * requests.
 *
 * It checks only this instance. It does not call the service, because a call would spend a confirm. It does not check
 * the configuration, because the process does not start with an invalid one. An outage of Redis leaves an instance
 * ready, because no page needs Redis, and all instances would become unready at once.
 */
export async function GET(): Promise<Response> {
  const health = await checkRedis()
  const isReady = !isShuttingDown()
  const server = isReady ? 'serving' : 'stopping'
  // A command that Redis refuses, for example for a key of another type, loses data until an operator mends it.
  const redis = health?.state === 'ok' && health.reason !== null ? 'refused' : (health?.state ?? 'none')
  return Response.json(
    { status: isReady ? 'ready' : 'not_ready', checks: { redis, server } },
    {
      status: isReady ? 200 : 503,
      headers: { 'Cache-Control': 'no-store', ...(isReady ? {} : { 'Retry-After': '5' }) },
    },
  )
}
