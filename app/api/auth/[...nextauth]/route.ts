import { notFound } from 'next/navigation'
import type { NextRequest } from 'next/server'
import { answerCallback } from '@/lib/auth/callback'
import { runNextAuth } from '@/lib/auth/next-auth'

/**
 * The next-auth routes that browsers need: the callback from the OpenID provider, and next-auth's page
 * URLs, which redirect to our pages. All others respond with 404: the sign-in page posts to server actions
 * instead, `session` would renew a session indefinitely, and `_log` would let anybody write to the log.
 */
const pagePaths = new Set(['signin', 'signout', 'error'])

export async function GET(
  request: NextRequest,
  { params }: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const { nextauth: path } = await params
  const { searchParams: query } = request.nextUrl
  if (path.join('/') === 'callback/oidc') return answerCallback(query)
  if (!pagePaths.has(path.join('/'))) notFound()
  return runNextAuth(path, { query })
}
