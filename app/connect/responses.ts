import type { NextRequest } from 'next/server'
import { currentUser, type User } from '@/lib/auth/user'
import { openLinkOf } from '@/lib/connect/hold-cookie'
import type { OpenLink } from '@/lib/connect/link'
import { isFromThisSite } from '@/lib/request/sender'

export const connectPage = '/connect/confirm'

/** `proxy.ts` does not add them to the QR code. */
const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/**
 * Answers the connect page's script about an open link of this user, because a page never contains data with the nonce.
 *
 * @returns 403 for a page of another site, and 401 without a session. 404 for a link that nobody can confirm any more,
 *   and if `respond` returns null.
 */
export async function linkResponse(
  request: NextRequest,
  respond: (link: OpenLink, user: User) => Promise<{ body: string; headers: Record<string, string> } | null>,
): Promise<Response> {
  if (!isFromThisSite(request.headers)) return new Response(null, { status: 403, headers })
  const user = await currentUser()
  if (!user) return new Response(null, { status: 401, headers })
  const link = await openLinkOf(user.id, request.nextUrl.searchParams.get('link'))
  const answer = link ? await respond(link, user) : null
  if (!answer) return new Response(null, { status: 404, headers })
  return new Response(answer.body, { headers: { ...headers, ...answer.headers } })
}

export function seeOther(location: string): Response {
  return new Response(null, { status: 303, headers: { Location: location } })
}
