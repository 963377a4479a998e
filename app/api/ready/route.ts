import { connection } from 'next/server'
import { readiness } from '@/lib/process/readiness'

/**
 * Answers the readiness probe. The response is 503, with the failed checks, if this instance should receive no
 * requests.
 */
export async function GET(): Promise<Response> {
  await connection()
  const { isReady, checks } = await readiness()
  return Response.json(
    { status: isReady ? 'ready' : 'not_ready', checks },
    {
      status: isReady ? 200 : 503,
      headers: { 'Cache-Control': 'no-store', ...(isReady ? {} : { 'Retry-After': '5' }) },
    },
  )
}
