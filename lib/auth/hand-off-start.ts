import 'server-only'
import { randomBytes } from 'node:crypto'
import { config } from '@/lib/config'
import { peopleOf } from './people'
import { authCookies, openLoginCookie } from './session'
import { returnPath } from './sign-in-query'

/** How long a person may take to sign in at the operator's own site. */
const nonceSeconds = 10 * 60

/** The header in which `proxy.ts` tells the sign-in page the address of its link to the operator's own site. */
export const siteLinkHeader = 'x-site-link'

/**
 * Begins a login at the operator's own site, as the sign-in page is opened: phones open an app from a link that leads
 * to the app's own address, and not from a redirect, so the page's link has the nonce already.
 *
 * No return address goes along: a site that sent tokens to an address from a query would hand its users' tokens to
 * anyone. The site has ours in its own configuration.
 *
 * @param sent - the cookies of the request. A nonce among them is used again, so that each of several tabs can come back.
 * @param callbackUrl - of the sign-in page's query.
 * @returns the link, and the cookies to set; null where this deployment has another login.
 */
export async function beginHandOff(sent: Parameters<typeof openLoginCookie>[0], callbackUrl: string | null) {
  const { app, login } = config()
  const path = returnPath(callbackUrl, app.origin)
  if (!login.site || peopleOf(path) !== 'users') return null
  const begun = { value: randomBytes(32).toString('base64url'), begunAt: Math.floor(Date.now() / 1000) }
  const token = { ...begun, ...(await openLoginCookie(sent, 'users', 'nonce')) }
  const { encode } = await import('next-auth/jwt')
  const { nonce, callbackUrl: target } = authCookies(app.isHttps, 'users')
  const sealed = await encode({ token, secret: login.secret, maxAge: nonceSeconds, salt: nonce.name })
  return {
    link: withNonce(login.site.url, token.value).href,
    cookies: [
      { ...nonce.options, name: nonce.name, value: sealed, maxAge: nonceSeconds },
      { ...target.options, name: target.name, value: app.origin + path },
    ],
  }
}

/** The address of a page of the operator's own site with a nonce behind its query. */
export function withNonce(address: URL, nonce: string): URL {
  const link = new URL(address)
  // Not by `searchParams`, which would write the site's own query anew: `?/login` as `?%2Flogin=`.
  link.search += `${link.search === '' ? '?' : '&'}nonce=${nonce}`
  return link
}
