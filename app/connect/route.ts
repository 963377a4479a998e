import type { NextRequest } from 'next/server'
import { beginLogin, mayBeginLogin } from '@/lib/auth/login'
import { currentUser } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { isFromService, navigationKind, parseConnectQuery } from '@/lib/connect/arrival'
import { changeLinks } from '@/lib/connect/hold-cookie'
import { arriveLink } from '@/lib/connect/link'
import { limitArrival, requestAddress } from '@/lib/limits'
import { log } from '@/lib/log'
import { lineLimit } from '@/lib/log/line-limit'
import { count } from '@/lib/metrics'
import { recordStep } from '@/lib/records'
import { correlationId } from '@/lib/request/context'
import { phoneBrowserOf } from '@/lib/wallets/browsers'
import { plainPage } from '@/app/plain-page'
import { connectPage, seeOther } from './responses'

/*
 * An arrival at the registered connect URL ("Connect flow", steps 1 to 3). The route holds the link and redirects to
 * the connect page. The redirect removes the nonce from the address bar. A user may first have to sign in.
 */

/** Beside a longer nonce, the cookies of a login do not fit into an answer. */
const maxNonceBesideLogin = 128

const linesOfIncomplete = lineLimit('more incomplete links')

export async function GET({ headers, nextUrl }: NextRequest): Promise<Response> {
  const navigation = navigationKind(headers)
  // A browser discards a prefetch that failed, and requests the page again when the user opens it.
  if (navigation !== 'navigation') {
    count('arrivals_total', navigation)
    return new Response(null, { status: 403 })
  }

  const address = requestAddress(headers)
  const limit = await limitArrival(address)
  if (!limit.isAllowed) {
    count('arrivals_total', 'limited')
    return plainPage({ kind: 'busy', waitMs: limit.waitMs })
  }

  const arrival = parseConnectQuery(nextUrl.searchParams)
  if (arrival.kind !== 'link') {
    count('arrivals_total', arrival.kind)
    if (arrival.kind === 'none') return seeOther(connectPage)
    linesOfIncomplete.write(() => log().info({ event: 'incomplete link' }))
    return plainPage({ kind: 'incomplete_link' })
  }
  const user = await currentUser()
  const code = correlationId()
  const { requestId, nonce } = arrival.link
  // With a longer nonce, the sign-in page begins the login.
  const isLoginNext = !user && nonce.length <= maxNonceBesideLogin && (await mayBeginLogin())
  const { isHeld } = await changeLinks(null, (links, now) =>
    arriveLink(links, arrival.link, {
      userId: user?.id,
      isFromService: isFromService(headers, config().service.profileUrl),
      isOnPhone: phoneBrowserOf(headers.get('user-agent')) !== undefined,
      code,
      now,
    }),
  )
  count('arrivals_total', isHeld ? 'held' : 'no_room')
  log().info({ event: isHeld ? 'arrival' : 'arrival not held', requestId })
  recordStep({ step: 'arrived', ...(!isHeld && { reason: 'no_room' }), requestId, userId: user?.id })
  const login = isHeld && isLoginNext ? await beginLogin('users', connectPage) : null
  return seeOther(login ?? connectPage)
}

/** Like GET but holds nothing, because link checkers and previews send it. */
export async function HEAD({ nextUrl }: NextRequest): Promise<Response> {
  const isInvalid = parseConnectQuery(nextUrl.searchParams).kind === 'invalid'
  return isInvalid ? new Response(null, { status: 400 }) : seeOther(connectPage)
}
