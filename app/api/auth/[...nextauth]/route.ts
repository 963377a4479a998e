import { notFound } from 'next/navigation'
import type { NextRequest } from 'next/server'
import { answerCallback } from '@/lib/auth/callback'
import { runNextAuth } from '@/lib/auth/next-auth'
import { providerIdOf } from '@/lib/auth/people'
import { config } from '@/lib/config'

export { refuseHead as HEAD } from '@/lib/auth/callback'

/**
 * The next-auth routes that browsers need: the callback from a provider, and next-auth's page URLs, which redirect to
 * our pages. All others respond with 404. The sign-in page posts to server actions instead, `session` would renew a
 * session indefinitely, and `_log` would let anyone write to the log.
 */
const pagePaths = new Set(['signin', 'signout', 'error'])

export async function GET(
  request: NextRequest,
  { params }: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const { nextauth: path } = await params
  const { searchParams: query } = request.nextUrl
  const [action, provider] = path
  if (path.length === 2 && action === 'callback') {
    if (provider === providerIdOf('users')) return answerCallback('users', query)
    if (provider === providerIdOf('staff') && config().login.staff) return answerCallback('staff', query)
  }
  if (!pagePaths.has(path.join('/'))) notFound()
  return runNextAuth(path, { people: 'users' }, { query })
}
