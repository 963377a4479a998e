import { isShuttingDown } from '@/lib/process/shutdown'
import { checkRedis } from '@/lib/store'

/** Without it, Next would answer with the state at build time. */
export const dynamic = 'force-dynamic'

/**
 * The readiness probe: 503, with the failed checks, if this instance should receive no requests. It does not call the
 * service, which would spend a confirm. Without Redis an instance is ready, because no page needs it, and all instances
 * would become unready at once.
 */
export async function GET(): Promise<Response> {
  const health = await checkRedis()
  const isReady = !isShuttingDown()
  const server = isReady ? 'serving' : 'stopping'
  // For example for a key of another type. It loses data until an operator mends it.
  const redis = health?.state === 'ok' && health.reason !== null ? 'refused' : (health?.state ?? 'none')
  return Response.json(
    { status: isReady ? 'ready' : 'not_ready', checks: { redis, server } },
    isReady ? undefined : { status: 503, headers: { 'Retry-After': '5' } },
  )
}
