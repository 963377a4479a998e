import { isSpeculative, readConnectQuery } from '@/lib/connect/arrival'
import { HoldTooLargeError } from '@/lib/connect/hold'
import { keepHold } from '@/lib/connect/request-hold'
import { currentUser } from '@/lib/auth/user'
import { log } from '@/lib/log'
import type { NextRequest } from 'next/server'
import { incompleteLinkPage } from './incomplete-link-page'

/*
 * Arrival: the registered connect URL ("Connect flow", steps 1 to 3). The link is held and the browser
 * goes on to the page with the button, which takes the nonce out of the address bar.
 */

/** Holds the link and goes on, before anybody has signed in too. */
export async function GET(request: NextRequest): Promise<Response> {
  // Anything but a success makes a browser drop its prefetch, and ask again when its user does go there.
  if (isSpeculative(request.headers)) return new Response(null, { status: 503, headers: neverStored })
  const query = readConnectQuery(request.nextUrl.searchParams)
  if (query.kind === 'invalid') return incompleteLinkPage(request.headers)
  if (query.kind === 'link') {
    try {
      await keepHold(query.link, (await currentUser())?.id)
    } catch (error) {
      if (error instanceof HoldTooLargeError) return incompleteLinkPage(request.headers)
      throw error
    }
    log().info({ event: 'arrival', requestId: query.link.requestId })
  }
  return goOn()
}

/** Answers as GET would, and holds nothing: link checkers and previews ask like this. */
export async function HEAD(request: NextRequest): Promise<Response> {
  const isInvalid = readConnectQuery(request.nextUrl.searchParams).kind === 'invalid'
  return isInvalid ? new Response(null, { status: 400, headers: neverStored }) : goOn()
}

const neverStored = { 'Cache-Control': 'no-store' }

function goOn(): Response {
  return new Response(null, { status: 303, headers: { ...neverStored, Location: '/connect/confirm' } })
}
