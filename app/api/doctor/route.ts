import type { NextRequest } from 'next/server'
import { refusalWithoutToken } from '@/lib/request/bearer-token'
import { config } from '@/lib/config'
import packageJson from '@/package.json'

/**
 * Reports to `npm run doctor` the versions of the app and of Node, and how the proxies forwarded this request.
 * METRICS_TOKEN is the bearer token; without that variable, the response is 404. With `?long`, the response headers are
 * as long as a sign-in's headers may be.
 */
export function GET(request: NextRequest): Response {
  const { metricsToken, trustedProxyHops, clientAddressHeader } = config()
  const refusal = refusalWithoutToken(request, metricsToken)
  if (refusal) return refusal
  const { version } = packageJson
  const forwardedFor = request.headers.get(clientAddressHeader)
  const padding = request.nextUrl.searchParams.has('long') ? { 'X-Padding': '-'.repeat(12 * 1024) } : {}
  const headers = { 'Cache-Control': 'no-store', ...padding }
  const { node } = process.versions
  return Response.json({ version, node, trustedProxyHops, clientAddressHeader, forwardedFor }, { headers })
}
