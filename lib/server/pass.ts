import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { firstPass, needsNoPass } from '@/lib/first-pass'
import { peekBody } from './peek-body'

/** Tells `proxy.ts` that a request has had its first pass. */
const passedHeader = 'x-first-pass'

/**
 * Does the first pass over a request.
 *
 * @returns whether the request is to go on to Next. Otherwise it is answered.
 */
export async function pass(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { url = '/' } = request
  const [pathname = '/'] = url.split('?', 1)
  if (needsNoPass(pathname)) return true
  const { requestHeaders, responseHeaders, setCookies, leadsTo } = await firstPass({
    method: request.method ?? 'GET',
    pathname,
    query: url.slice(pathname.length),
    header: (name) => request.headers[name]?.toString(),
    body: () => peekBody(request, Number(request.headers['content-length'])),
  })
  Object.assign(request.headers, requestHeaders, { [passedHeader]: '1' })
  for (const [name, value] of Object.entries(responseHeaders)) response.setHeader(name, value)
  if (setCookies.length > 0) response.setHeader('Set-Cookie', setCookies)
  if (leadsTo === undefined) return true
  response.writeHead(307, { Location: leadsTo }).end()
  return false
}
