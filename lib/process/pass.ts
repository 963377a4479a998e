import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { config } from '@/lib/config'
import { firstPass, needsNoPass } from '@/lib/first-pass'
import { log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { peekBody } from './peek-body'

/** Tells `proxy.ts` that a request has had its first pass. */
const passedHeader = 'x-first-pass'

/**
 * Does the first pass over a request, and answers an arrival that leads on to the confirm page.
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
  if (leadsTo !== undefined) {
    response.writeHead(307, { Location: leadsTo }).end()
    return false
  }
  return !(isArrival(request, pathname) && (await isAnswered(request, response)))
}

/** Whether a request is an arrival that can be answered before Next has it. */
function isArrival({ method, headers }: IncomingMessage, pathname: string): boolean {
  const { app, tracing } = config()
  // What `next dev` has loaded anew is Next's, traces are made of its spans, and no browser goes to a page with `RSC`.
  const isForNext = app.isDevelopment || tracing.endpoint !== undefined || headers.rsc !== undefined
  return pathname === '/connect' && method === 'GET' && !isForNext
}

async function isAnswered(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  try {
    // With the first arrival: no start waits for it.
    const { answerArrival } = await import('./arrival')
    return await answerArrival(request, response)
  } catch (error) {
    // Next does it again, and answers what it throws as for any other request. If it succeeds there, this is the only sign.
    const name = error instanceof Error ? error.name : 'unknown'
    perProcess('arrival left to Next', () => log().warn({ event: 'arrival left to Next', error: name }))
    return false
  }
}
