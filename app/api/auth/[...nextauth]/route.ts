import { notFound } from 'next/navigation'
import type { NextRequest } from 'next/server'
import { runNextAuth } from '@/lib/auth/next-auth-driver'

/**
 * What browsers need of next-auth: the way back from the OpenID provider, and its own page addresses,
 * which all lead to ours. The rest stays closed: the sign-in page posts to server actions, `session`
 * would renew a session without end, and `_log` would let anybody write into the log.
 */
const openPaths = new Set(['callback/oidc', 'signin', 'signout', 'error'])

export async function GET(
  request: NextRequest,
  { params }: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const { nextauth: path } = await params
  if (!openPaths.has(path.join('/'))) notFound()
  return runNextAuth(request, path)
}
