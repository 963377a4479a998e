import 'server-only'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isAskedBeforeNext } from '@/lib/auth/user'
import { receiveArrival, toConfirmPage } from '@/lib/receive-arrival'
import { withOwnCookies } from '@/lib/request-cookies'

/**
 * Answers an arrival that leads on to the confirm page.
 *
 * @returns false for any other, which Next answers by what it has come to, and for all where the login needs Next.
 * @throws what receiving it throws, with nothing answered.
 */
export async function answerArrival(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  if (!isAskedBeforeNext) return false
  // Read as Next reads it, where it has only a path and a query.
  const { searchParams: query } = new URL(request.url ?? '', 'http://localhost')
  const headers = { get: (name: string) => request.headers[name]?.toString() ?? null }
  const { result, setCookies } = await withOwnCookies(request.headers.cookie, () => receiveArrival({ query, headers }))
  if (result.kind !== 'received') return false
  if (setCookies.length > 0) response.appendHeader('Set-Cookie', setCookies)
  response.writeHead(toConfirmPage.status, { ...toConfirmPage.headers, 'Content-Length': 0 }).end()
  return true
}
