import { isShuttingDown } from '@/lib/process/shutdown'
import { checkRedis } from '@/lib/store'

/** Without it, Next would answer with the state at build time. */
export const dynamic = 'force-dynamic'

/**
 * The readiness probe: 503 and the failed checks if this instance should receive no requests. It does not call the
 * service, because a call would spend a confirm. An instance without Redis is ready: no page needs Redis, and otherwise
 * all instances would become unready at once.
 */
export async function GET(): Promise<Response> {
  const health = await checkRedis()
  const isReady = !isShuttingDown()
  const server = isReady ? 'serving' : 'stopping'
  // Redis refuses, for example, a key of another type. The app loses data until an operator mends the key.
  const redis = health?.state === 'ok' && health.reason !== null ? 'refused' : (health?.state ?? 'none')
  return Response.json(
    { status: isReady ? 'ready' : 'not_ready', checks: { redis, server } },
    isReady ? undefined : { status: 503, headers: { 'Retry-After': '5' } },
  )
}
