import type { NextRequest } from 'next/server'
import { requireUser } from '@/lib/auth/user'
import { navigationKind } from '@/lib/connect/arrival'
import { linksOf } from '@/lib/connect/hold-cookie'
import { isOpen } from '@/lib/connect/link'
import { pressConnect } from '@/app/connect/confirm/press-connect'
import { seeOther } from '@/app/connect/see-other'

/*
 * Makes the press of Connect that a user has made in a wallet app, by signing there. The connect page leads here by itself,
 * without a script, and says meanwhile what is happening. Nothing is confirmed that the user has not signed.
 */

const page = '/connect/confirm'

/** Confirms the link and redirects to the return URL, or to the connect page, which says what came of it. */
export async function GET({ headers, nextUrl }: NextRequest): Promise<Response> {
  const navigation = navigationKind(headers)
  if (navigation !== 'navigation') return new Response(null, { status: navigation === 'speculative' ? 503 : 403 })
  const user = await requireUser(page)
  const id = nextUrl.searchParams.get('link')
  const link = (await linksOf(user.id)).find((one) => one.id === id)
  const { walletAddress = '', signed } = link?.entered ?? {}
  if (!link || !isOpen(link, Date.now()) || link.needsChoice || !link.isPressedInApp || !signed) return seeOther(page)
  const press = { walletAddress, ...signed }
  return seeOther((await pressConnect(press, { link, user })) ?? page)
}

/** Link checkers and previews send HEAD requests: nothing is confirmed. */
export function HEAD(): Response {
  return seeOther(page)
}
