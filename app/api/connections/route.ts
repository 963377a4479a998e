import type { NextRequest } from 'next/server'
import { z } from 'zod'
import { connections } from '@/lib/connections'
import { config } from '@/lib/config'
import { refusalWithoutToken } from '@/lib/request/bearer-token'
import { unlessUnavailable } from '@/lib/store'

const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number)

const pageQuery = z.object({
  after: wholeNumber.default(0),
  limit: wholeNumber.pipe(z.number().min(1).max(1000)).default(200),
})

/**
 * Users and their wallets, a JSON object a line. CONNECTIONS_TOKEN is the bearer token; without that variable, the
 * response is 404. `cursor` is the number of the change: `?after=42` returns the later changes. A line, for example:
 *
 *     {"cursor":42,"user_id":"user-1","subnet_user_id":"9f86d081…0a08","wallet_address":"7xKX…gAsU","proven":true,
 *     "confirmed_before":false,"request_id":"01ARZ3NDEKTSV4RRFFQ69G5FAV",
 *     "first_confirmed_at":"2026-01-31T12:34:56.789Z","last_confirmed_at":"2026-01-31T12:34:56.789Z"}
 */
export async function GET(request: NextRequest): Promise<Response> {
  const refusal = refusalWithoutToken(request, config().connectionsToken)
  const connectionList = connections()
  if (refusal || !connectionList) return refusal ?? new Response(null, { status: 404 })
  const query = pageQuery.safeParse(Object.fromEntries(request.nextUrl.searchParams))
  if (!query.success) {
    const error = 'after must be the cursor of an earlier line, and limit a number from 1 to 1000'
    return Response.json({ error }, { status: 400 })
  }
  return unlessUnavailable(
    async () => {
      const page = await connectionList.changed(query.data)
      const lines = page.map(({ cursor, connection }) => `${JSON.stringify({ cursor, ...connection })}\n`)
      return new Response(lines.join(''), { headers: { 'Content-Type': 'application/x-ndjson' } })
    },
    () => {
      const error = 'Redis is unavailable. Try again in a moment'
      return Response.json({ error }, { status: 503, headers: { 'Retry-After': '5' } })
    },
  )
}
