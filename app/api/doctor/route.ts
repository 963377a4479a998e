import type { NextRequest } from 'next/server'
import { refusalWithoutToken } from '@/lib/request/bearer-token'
import { config, unknownVariables } from '@/lib/config'
import { missingOperator } from '@/lib/config/hints'
import { fingerprintsOf, haveUserIdsChanged } from '@/lib/process/subnet-user-id-check'
import packageJson from '@/package.json'

/**
 * For `npm run doctor`: versions, how the proxies forwarded this request, and settings that are no secret.
 * METRICS_TOKEN is the bearer token; without that variable, the response is 404. With `?long`, the response's headers
 * are as long as a sign-in's may be.
 */
export async function GET(request: NextRequest): Promise<Response> {
  const { app, metricsToken, trustedProxyHops, clientAddressHeader } = config()
  const refusal = refusalWithoutToken(request, metricsToken)
  if (refusal) return refusal
  const { version } = packageJson
  const forwardedFor = request.headers.get(clientAddressHeader)
  const headers = new Headers()
  if (request.nextUrl.searchParams.has('long')) headers.set('X-Padding', '-'.repeat(12 * 1024))
  const { node } = process.versions
  const settings = {
    origin: app.origin,
    time: Date.now(),
    fingerprints: fingerprintsOf(config()),
    haveUserIdsChanged: await haveUserIdsChanged(),
    hasOperator: missingOperator(config()).length === 0,
    unread: unknownVariables(),
  }
  return Response.json({ version, node, trustedProxyHops, clientAddressHeader, forwardedFor, settings }, { headers })
}
