import 'server-only'
import { cookies } from 'next/headers'
import { endLogin } from './callback'
import { LoginError } from './failure'
import { identityFromToken, type Site } from './hand-off-token'
import { openLoginCookie } from './login-cookies'
import { postToNextAuth } from './next-auth'

/** Answers the navigation by which the operator's own site sends a browser back. */
export function answerHandOff(site: Site, query: URLSearchParams): Promise<Response> {
  return endLogin('users', 303, async (callbackUrl) => {
    const { value: nonce, begunAt } = (await openLoginCookie(await cookies(), 'users', 'nonce')) ?? {}
    if (nonce === undefined || begunAt === undefined) throw new LoginError('no_login_here', { endpoint: 'return' })
    const fromSite = await identityFromToken(query.getAll('token'), site, { nonce, begunAt })
    return postToNextAuth(['callback', 'site'], { people: 'users', fromSite }, { callbackUrl })
  })
}
