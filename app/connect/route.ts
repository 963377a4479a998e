import type { NextRequest } from 'next/server'
import { parseConnectQuery } from '@/lib/connect/arrival'
import { receiveArrival, toConfirmPage } from '@/lib/receive-arrival'
import { busyPage, incompleteLinkPage } from './plain-page'

/*
 * Arrival: the registered connect URL ("Connect flow", steps 1 to 3). The link is held and the browser is
 * redirected to the page with the Connect button, which removes the nonce from the address bar. Where this app has
 * its own server, only what that leaves to Next gets here.
 */

const noStore = { 'Cache-Control': 'no-store' }

/** Holds the link and redirects to the confirm page, whether or not the user is signed in yet. */
export async function GET(request: NextRequest): Promise<Response> {
  const { headers } = request
  const arrival = await receiveArrival({ query: request.nextUrl.searchParams, headers })
  switch (arrival.kind) {
    case 'received':
      return new Response(null, toConfirmPage)
    // A browser discards a prefetch that failed, and requests the page again when the user opens it.
    case 'speculative':
      return new Response(null, { status: 503, headers: noStore })
    case 'embedded':
      return new Response(null, { status: 403, headers: noStore })
    case 'incomplete':
      return incompleteLinkPage(headers)
    case 'busy':
      return busyPage(headers, arrival.retrySeconds)
  }
}

/** Responds as GET does but holds nothing: link checkers and previews send HEAD requests. */
export async function HEAD(request: NextRequest): Promise<Response> {
  const isInvalid = parseConnectQuery(request.nextUrl.searchParams).kind === 'invalid'
  return isInvalid ? new Response(null, { status: 400, headers: noStore }) : new Response(null, toConfirmPage)
}
