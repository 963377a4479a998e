import type { NextRequest } from 'next/server'
import { hasBearerToken } from '@/lib/request/bearer-token'
import { config } from '@/lib/config'
import packageJson from '@/package.json'

/**
 * For `npm run doctor`, with METRICS_TOKEN as bearer: which version this is, and how this request has come through
 * the proxies. With `?long`, the headers of the response are as long as those of a sign-in may be. Without that
 * variable there is no such page.
 */
export function GET(request: NextRequest): Response {
  const { metricsToken, trustedProxyHops } = config()
  if (metricsToken === undefined) return new Response(null, { status: 404 })
  if (!hasBearerToken(request.headers.get('Authorization'), metricsToken)) {
    return new Response(null, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } })
  }
  const { version } = packageJson
  const forwardedFor = request.headers.get('X-Forwarded-For')
  const padding = request.nextUrl.searchParams.has('long') ? { 'X-Padding': '-'.repeat(12 * 1024) } : {}
  const headers = { 'Cache-Control': 'no-store', ...padding }
  return Response.json({ version, trustedProxyHops, forwardedFor }, { headers })
}
