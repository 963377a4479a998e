import { NextResponse, type NextRequest } from 'next/server'

/**
 * Does the first pass (`lib/first-pass.ts`) over every request, static files excepted, where a platform has a server of
 * its own.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  // With the first request that needs it: Next loads this file at every start.
  const { firstPass } = await import('@/lib/first-pass')
  const { pathname, search } = request.nextUrl
  const { requestHeaders, responseHeaders, setCookies, leadsTo } = await firstPass({
    method: request.method,
    pathname,
    query: search,
    header: (name) => request.headers.get(name),
    body: () => request.clone().text(),
  })
  const headers = new Headers(request.headers)
  for (const [name, value] of Object.entries(requestHeaders)) headers.set(name, value)
  const response =
    leadsTo === undefined
      ? NextResponse.next({ request: { headers } })
      : NextResponse.redirect(new URL(leadsTo, request.url), 307)
  for (const [name, value] of Object.entries(responseHeaders)) response.headers.set(name, value)
  for (const cookie of setCookies) response.headers.append('Set-Cookie', cookie)
  return response
}

/**
 * Uploads are excluded: Next buffers the request body for a proxy, and silently truncates it at 10 MB. So is what
 * `lib/process` has passed. It writes its header over a client's, who could spare themselves the pass on a platform
 * alone: nobody else would miss the headers.
 */
export const config = {
  matcher: [
    {
      source: '/((?!_next/static/|skin/|favicon\\.ico$|console/uploads/file$).*)',
      missing: [{ type: 'header', key: 'x-first-pass' }],
    },
  ],
}
