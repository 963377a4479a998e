import { notFound } from 'next/navigation'
import type { NextRequest } from 'next/server'
import { answerHandOff } from '@/lib/auth/login'
import { config } from '@/lib/config'

export { refuseMethod as HEAD } from '@/lib/auth/login'

/**
 * The operator's own site sends a browser here with its token, which the redirect removes from the address bar. A post
 * from another site would not send our cookies.
 */
export function GET({ nextUrl }: NextRequest): Promise<Response> {
  const { site } = config().login
  return site ? answerHandOff(site, nextUrl.searchParams) : notFound()
}
