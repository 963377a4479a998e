import { notFound } from 'next/navigation'
import type { NextRequest } from 'next/server'
import { beginHandOff } from '@/lib/auth/hand-off'
import { returnPath, signInPath } from '@/lib/auth/sign-in-query'
import { config } from '@/lib/config'
import { navigationKind } from '@/lib/connect/arrival'
import { limitSignIn, requestAddress } from '@/lib/limits'

/**
 * Leads from the sign-in page's link to the operator's own site. A page of another site that leads here leads to the
 * sign-in page, so that only a press there signs a person in.
 */
export async function GET({ headers, nextUrl }: NextRequest): Promise<Response> {
  const { app, login } = config()
  if (!login.site) notFound()
  if (navigationKind(headers) !== 'navigation') return new Response(null, { status: 403 })
  const callbackUrl = returnPath(nextUrl.searchParams.get('callbackUrl'), app.origin)
  const goTo = (location: string) =>
    new Response(null, { status: 303, headers: { Location: location, 'Cache-Control': 'no-store' } })
  if (/^(?:cross|same)-site$/.test(headers.get('sec-fetch-site') ?? '')) return goTo(signInPath({ callbackUrl }))
  const decision = await limitSignIn(requestAddress(headers))
  if (!decision.isAllowed) return goTo(signInPath({ callbackUrl, error: 'failed' }))
  return goTo((await beginHandOff(login.site, callbackUrl)).href)
}

/** Link checkers send it, and begin no login. Next would answer it as GET. */
export const HEAD = () => new Response(null, { status: 405, headers: { Allow: 'GET' } })
