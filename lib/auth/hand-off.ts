import 'server-only'
import { randomBytes } from 'node:crypto'
import { cookies } from 'next/headers'
import { config } from '@/lib/config'
import { endLogin } from './callback'
import { LoginError } from './failure'
import { identityFromToken, type Site } from './hand-off-token'
import { openLoginCookie, sealNonce } from './login-cookies'
import { postToNextAuth } from './next-auth'
import { authCookies } from './session'

/*
 * A login at the operator's own site: this app sends the browser there with a nonce, and the site sends it back with a
 * token that it has signed. No return address goes along: a site that sent tokens to an address from a query would hand
 * its users' tokens to anyone. The site has ours in its own configuration.
 */

/** How long a person may take to sign in at the site. */
const nonceSeconds = 10 * 60
/** For how long another tab gets the same nonce, so that each of them can come back. */
const sharedNonceSeconds = nonceSeconds / 2

/**
 * Begins a login at the operator's own site.
 *
 * @param callbackUrl - the path of this app to go to afterwards.
 * @returns where the browser goes.
 */
export async function beginHandOff({ url: siteUrl }: Site, callbackUrl: string): Promise<URL> {
  const { origin, isHttps } = config().app
  const known = await openLoginCookie('users', 'nonce')
  const isFresh = known !== undefined && Date.now() / 1000 - known.iat < sharedNonceSeconds
  const nonce = isFresh ? known.value : randomBytes(32).toString('base64url')
  if (!isFresh) await sealNonce(nonce, nonceSeconds)
  const { name, options } = authCookies(isHttps, 'users').callbackUrl
  ;(await cookies()).set(name, origin + callbackUrl, options)
  const url = new URL(siteUrl)
  url.searchParams.set('nonce', nonce)
  return url
}

/** Answers the navigation by which the site sends a browser back. */
export function answerHandOff(site: Site, query: URLSearchParams): Promise<Response> {
  return endLogin('users', async (callbackUrl) => {
    const begun = await openLoginCookie('users', 'nonce')
    if (!begun) throw new LoginError('no_login_here', { endpoint: 'return' })
    const { value: nonce, iat: begunAt } = begun
    const fromSite = await identityFromToken(query.getAll('token'), site, { nonce, begunAt })
    return postToNextAuth(['callback', 'site'], { people: 'users', fromSite }, { callbackUrl })
  })
}
