import type { NextRequest } from 'next/server'
import { currentUser } from '@/lib/auth/user'
import { navigationKind, parseConnectQuery } from '@/lib/connect/arrival'
import { holdArrival } from '@/lib/connect/hold-cookie'
import { limitArrival, requestAddress } from '@/lib/limits'
import { log } from '@/lib/log'
import { countHold } from '@/lib/metrics'
import { StoreUnavailableError } from '@/lib/store'
import { busyPage, incompleteLinkPage } from './plain-page'

/*
 * Arrival: the registered connect URL ("Connect flow", steps 1 to 3). The link is held and the browser is
 * redirected to the page with the Connect button, which removes the nonce from the address bar.
 */

/** The store comes back by itself within a few seconds. */
const storeRetrySeconds = 5

const noStore = { 'Cache-Control': 'no-store' }

/** Holds the link and redirects to the confirm page, whether or not the user is signed in yet. */
export async function GET(request: NextRequest): Promise<Response> {
  const navigation = navigationKind(request.headers)
  // A browser discards a prefetch that failed, and requests the page again when the user opens it.
  if (navigation === 'speculative') return new Response(null, { status: 503, headers: noStore })
  // Another page loads the link as an image, a frame or a script: nobody has gone there.
  if (navigation === 'embedded') return new Response(null, { status: 403, headers: noStore })
  const decision = await limitArrival(requestAddress(request.headers))
  if (!decision.isAllowed) return busyPage(request.headers, Math.ceil(decision.waitMs / 1000))
  const query = parseConnectQuery(request.nextUrl.searchParams)
  if (query.kind === 'invalid') return incompleteLinkPage(request.headers)
  if (query.kind === 'link') {
    try {
      await holdArrival(query.link, (await currentUser())?.id)
    } catch (error) {
      if (error instanceof StoreUnavailableError) return busyPage(request.headers, storeRetrySeconds)
      throw error
    }
    countHold('kept')
    log().info({ event: 'arrival', requestId: query.link.requestId })
  }
  return redirectToConfirmPage()
}

/** Responds as GET does but holds nothing: link checkers and previews send HEAD requests. */
export async function HEAD(request: NextRequest): Promise<Response> {
  const isInvalid = parseConnectQuery(request.nextUrl.searchParams).kind === 'invalid'
  return isInvalid ? new Response(null, { status: 400, headers: noStore }) : redirectToConfirmPage()
}

function redirectToConfirmPage(): Response {
  return new Response(null, { status: 303, headers: { ...noStore, Location: '/connect/confirm' } })
}
