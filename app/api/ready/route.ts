import { connection } from 'next/server'
import { readiness } from '@/lib/process/readiness'

/** Whether this instance should be sent requests: 503 where it should not, with what is wrong. */
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
