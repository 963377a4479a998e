import 'server-only'
import { randomBytes } from 'node:crypto'
import { config } from '@/lib/config'
import { clockToleranceSeconds } from './claims'
import { peopleOf } from './people'
import { authCookies, openLoginCookie, sealCookie, type SentCookies } from './cookies'
import { returnPath } from './sign-in-query'

/** How long a person may take at the operator's own site, and how long a browser's logins share a nonce. */
const nonceSeconds = 10 * 60

/** The header in which `proxy.ts` passes the sign-in page its link to the operator's own site. */
export const siteLinkHeader = 'x-site-link'

/**
 * Begins a login at the operator's own site when a browser opens the sign-in page. Null if these people have no such
 * login. Phones open an app only from a link and not from a redirect, so the link already has the nonce. It has no
 * return URL: a site that sends tokens to a URL of the query would give them to anyone. Several tabs share a nonce.
 */
export async function beginHandOff(sent: SentCookies, callbackUrl: string | null) {
  const { app, login } = config()
  const path = returnPath(callbackUrl, app.origin)
  if (!login.site || peopleOf(path) !== 'users') return null
  const now = Math.floor(Date.now() / 1000)
  const known = await openLoginCookie(sent, 'users', 'nonce')
  const ageSeconds = now - (known?.begunAt ?? 0)
  // The site's tokens would be too early for a nonce from the future.
  const isYoung = ageSeconds >= -clockToleranceSeconds && ageSeconds < nonceSeconds
  const token = known && isYoung ? known : { value: randomBytes(32).toString('base64url'), begunAt: now }
  const { nonce, callbackUrl: target } = authCookies('users')
  const sealed = await sealCookie(token, nonceSeconds, nonce.name)
  return {
    link: withNonce(login.site.url, token.value).href,
    cookies: [
      { ...nonce.options, name: nonce.name, value: sealed, maxAge: nonceSeconds },
      { ...target.options, name: target.name, value: app.origin + path },
    ],
  }
}

export function withNonce(address: URL, nonce: string): URL {
  const link = new URL(address)
  // `searchParams` would rewrite the site's own query, for example `?/login` as `?%2Flogin=`.
  link.search += `${link.search === '' ? '?' : '&'}nonce=${nonce}`
  return link
}
