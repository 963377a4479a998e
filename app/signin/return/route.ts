import { notFound } from 'next/navigation'
import type { NextRequest } from 'next/server'
import { answerHandOff } from '@/lib/auth/callback'
import { config } from '@/lib/config'

/**
 * Where the operator's own site sends a browser with its token. The redirect takes the token out of the address bar.
 * There is no POST: a post from another site would bring no cookie of this one.
 */
export function GET({ nextUrl }: NextRequest): Promise<Response> {
  const { site } = config().login
  return site ? answerHandOff(site, nextUrl.searchParams) : notFound()
}

/** Next would answer it as GET, and use the token up. */
export const HEAD = () => new Response(null, { status: 405, headers: { Allow: 'GET' } })
