import type { NextRequest } from 'next/server'
import { currentUser } from '@/lib/auth/user'
import { linksOf } from '@/lib/connect/hold-cookie'
import { isOpen } from '@/lib/connect/link'
import { proofMessage } from '@/lib/connect/proof'

/*
 * What a wallet is to sign for a link of this user. The message contains the nonce, which is never part of a
 * page: the page's script fetches it when it asks the wallet, and keeps it nowhere. A route handler and no
 * server action, so that a page of an older version of this site can still ask.
 */

const headers = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

/** Answers with the message as plain text, or 401 if nobody is signed in and 404 if the link cannot be confirmed any more. */
export async function GET(request: NextRequest): Promise<Response> {
  // No other site could read the answer; no other site has any business asking either.
  const site = request.headers.get('sec-fetch-site') ?? 'same-origin'
  if (site !== 'same-origin') return new Response(null, { status: 403, headers })
  const user = await currentUser()
  if (!user) return new Response(null, { status: 401, headers })
  const id = request.nextUrl.searchParams.get('link')
  const link = (await linksOf(user.id)).find((candidate) => candidate.id === id)
  if (!link || !isOpen(link, Date.now())) return new Response(null, { status: 404, headers })
  return new Response(proofMessage(link), { headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' } })
}
