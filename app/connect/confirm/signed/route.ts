import type { NextRequest } from 'next/server'
import { requireUser } from '@/lib/auth/user'
import { navigationKind } from '@/lib/connect/arrival'
import { openLinkOf } from '@/lib/connect/hold-cookie'
import { pressConnect } from '@/app/connect/confirm/press-connect'
import { connectPage, seeOther } from '@/app/connect/responses'

/*
 * Submits the press that a user made by signing in a wallet app. The connect page redirects here without a script. Only
 * links that the user has signed are confirmed.
 */

export async function GET({ headers, nextUrl }: NextRequest): Promise<Response> {
  if (navigationKind(headers) !== 'navigation') return new Response(null, { status: 403 })
  const user = await requireUser(connectPage)
  const link = await openLinkOf(user.id, nextUrl.searchParams.get('link'))
  const { walletAddress = '', signed } = link?.entered ?? {}
  if (!link?.isPressedInApp || !signed) return seeOther(connectPage)
  const press = { walletAddress, ...signed }
  return seeOther((await pressConnect(press, { link, user })) ?? connectPage)
}

/** Confirms nothing, because link checkers and previews send HEAD requests. */
export function HEAD(): Response {
  return seeOther(connectPage)
}
