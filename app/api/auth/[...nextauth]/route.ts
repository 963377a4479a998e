import { notFound } from 'next/navigation'
import type { NextRequest } from 'next/server'
import { answerCallback } from '@/lib/auth/callback'
import { providerIdOf } from '@/lib/auth/people'
import { signInPath } from '@/lib/auth/sign-in-query'
import { config } from '@/lib/config'

export { refuseHead as HEAD } from '@/lib/auth/callback'

/**
 * The next-auth routes that browsers need: the callback from a provider. next-auth's page URLs redirect to the sign-in
 * page. All others respond with 404: `session` would renew a session indefinitely, and `_log` would let anyone write to
 * the log.
 */
const pagePaths = new Set(['signin', 'signout', 'error'])

export async function GET(
  { nextUrl }: NextRequest,
  { params }: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const { nextauth: path } = await params
  const [action, provider] = path
  if (path.length === 2 && action === 'callback') {
    if (provider === providerIdOf('users')) return answerCallback('users', nextUrl.searchParams)
    if (provider === providerIdOf('staff') && config().login.staff) return answerCallback('staff', nextUrl.searchParams)
  }
  if (!pagePaths.has(path.join('/'))) notFound()
  const error = nextUrl.searchParams.has('error') ? 'failed' : undefined
  return new Response(null, { status: 302, headers: { Location: signInPath({ error }) } })
}
