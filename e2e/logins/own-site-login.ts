import { expect } from 'vitest'
import {
  beginApp,
  browserCookies,
  loginEnd,
  logLines,
  openSignInPage,
  returnFromSite,
  type LoginEnd,
} from './login-in-process'
import { failed, person } from './imitation'
import { secretToken } from '../idp/tokens'
import type { LoginError } from '@/lib/auth/failure'
import { config } from '@/lib/config'

/*
 * Runs logins at the operator's own site, and searches the log lines and the URL of each for its secrets and personal
 * data.
 */

/** The required 32 bytes, but fewer characters. */
export const siteSecret = 'clé-secrète-de-mon-site-ABC-123'
export const siteUrl = 'https://www.example.com/connect-login?from=app'

export type SiteClaims = Record<string, unknown>

export function beginSiteApp(variables: Record<string, string> = {}): void {
  const noProvider = { issuer: '', clientId: '', clientSecret: '' }
  beginApp(noProvider, { LOGIN_URL: siteUrl, LOGIN_SECRET: siteSecret, ...variables })
}

/** Goes to the site. @returns the nonce in the site's URL. */
export async function goToSite(callbackUrl = '/connect/confirm'): Promise<string> {
  const link = await openSignInPage(callbackUrl)
  return new URL(link ?? '').searchParams.get('nonce') ?? ''
}

export const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Returns the claims that the site signs (docs/operate/login/own-site.md), with changes. undefined removes a claim. */
export const siteClaims = (nonce: string, changes: SiteClaims = {}): SiteClaims => ({
  aud: config().app.origin,
  sub: 'the-user-of-7',
  name: person.name,
  email: person.email,
  nonce,
  iat: nowSeconds(),
  exp: nowSeconds() + 60,
  ...changes,
})

export type SignClaims = (claims: SiteClaims) => string | Promise<string>

export const signedBySite = (claims: SiteClaims): string => secretToken(claims, siteSecret)

/** Neither the log nor the URL of any login may contain these. */
const secrets = [siteSecret, person.name, person.email, 'the-user-of-7', 'eyJ']

/**
 * Brings a token, or several parameters of that name, from the site to the app.
 *
 * @returns the end of the login, with only its own log lines.
 */
export async function bringToken(...tokens: string[]): Promise<LoginEnd> {
  const { length: linesBefore } = logLines
  const response = await returnFromSite(tokens.map((token) => ['token', token]))
  const location = new URL(response.headers.get('Location') ?? '')
  const end = await loginEnd(location)
  const lines = end.lines.slice(linesBefore)
  const parts = tokens.flatMap((token) => [token, ...token.split('.')]).filter((text) => text.length > 8)
  const log = JSON.stringify(lines) + location.href
  expect([...parts, ...secrets].filter((text) => log.includes(text))).toEqual([])
  return { ...end, lines }
}

/**
 * Runs a whole login of a browser without cookies.
 *
 * @param changes - changes of the claims that the site signs.
 */
export async function logInAtSite(changes: SiteClaims = {}, sign: SignClaims = signedBySite): Promise<LoginEnd> {
  browserCookies.clear()
  const nonce = await goToSite()
  const end = await bringToken(await sign(siteClaims(nonce, changes)))
  expect(JSON.stringify(end.lines)).not.toContain(nonce)
  return end
}

export const signedIn = { error: null, user: { id: 'the-user-of-7', name: person.name }, lines: [] }

export const refused = (code: LoginError['code'], details: LoginError['details'] = {}) => ({
  error: ['no_login_here', 'another_login', 'login_used', 'token_expired'].includes(code)
    ? 'unfinished'
    : 'misconfigured',
  user: null,
  lines: [failed(code, { endpoint: 'return', ...details })],
})
