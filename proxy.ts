import { NextResponse, type NextRequest } from 'next/server'
import { config as appConfig } from '@/lib/config'
import { contentSecurityPolicy, newNonce, securityHeaders } from '@/lib/security-headers'

/** Puts the security headers on every answer but static files. */
export function proxy(request: NextRequest): NextResponse {
  const { host, isHttps, isDevelopment } = appConfig().app
  const nonce = newNonce()
  const isAndroid = /android/i.test(request.headers.get('user-agent') ?? '')

  const headers = new Headers(request.headers)
  headers.set('Content-Security-Policy', contentSecurityPolicy({ nonce, isDevelopment, isAndroid }))
  // Server actions compare the browser's Origin with this host. It is the configured one, whatever a
  // reverse proxy in front of the app makes of the Host header.
  headers.set('x-forwarded-host', host)

  const response = NextResponse.next({ request: { headers } })
  for (const [name, value] of Object.entries(securityHeaders({ nonce, isHttps, isDevelopment, isAndroid }))) {
    response.headers.set(name, value)
  }
  return response
}

/**
 * Uploads are left out: for a proxy Next holds the body of a request, and cuts it at 10 MB without a word.
 * Their route handler puts the headers on by itself.
 */
export const config = { matcher: ['/((?!_next/static|favicon\\.ico|icon\\.svg|console/uploads/file$).*)'] }
