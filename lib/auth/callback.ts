import 'server-only'
import { cookies, headers } from 'next/headers'
import { NextResponse } from 'next/server'
import { config } from '@/lib/config'
import { navigationKind } from '@/lib/connect/arrival'
import { limitCallback, requestAddress } from '@/lib/limits'
import { isFirstUse } from '@/lib/store/first-use'
import { setMark } from './browser-marks'
import { failureOfAnswer, LoginError } from './failure'
import { identityFromToken, type Site } from './hand-off-token'
import { authCookies, forgetLoginCookies, openLoginCookie } from './login-cookies'
import { loginSettingsOf } from './named-providers'
import { completeLogin } from './next-auth'
import { peopleOf, type People } from './people'
import { isIssuer } from './provider'
import { ProviderLogin } from './provider-login'
import { reportFailedLogin } from './report-failure'
import { returnPath, signInPath } from './sign-in-query'
import { startSession } from './start-session'
import { currentUser } from './user'

/** A little longer than the 15 minutes for which next-auth accepts the state cookie. */
const stateLifetimeMs = 16 * 60 * 1000

/**
 * Answers the navigation that ends a login at a provider. Anyone can send any number of callbacks, and next-auth would
 * call the provider with this app's secret for each. Therefore next-auth gets a callback only once, and only if this
 * browser has begun the login with its state.
 */
export function answerCallback(people: People, query: URLSearchParams): Promise<Response> {
  return endLogin(people, 302, async (callbackUrl) => {
    const { login, ...parameters } = await loginOf(people, query)
    return completeLogin(people, login, { ...parameters, callbackUrl })
  })
}

/** Answers the navigation by which the operator's own site sends a browser back. */
export function answerHandOff(site: Site, query: URLSearchParams): Promise<Response> {
  return endLogin('users', 303, async (callbackUrl) => {
    const { value: nonce, begunAt } = (await openLoginCookie(await cookies(), 'users', 'nonce')) ?? {}
    if (nonce === undefined || begunAt === undefined) throw new LoginError('no_login_here', { endpoint: 'return' })
    const identity = await identityFromToken(query.getAll('token'), site, { nonce, begunAt })
    forgetLoginCookies('users', await cookies())
    return startSession('users', identity, callbackUrl)
  })
}

/** Refuses the HEAD requests of link checkers. Without such a handler, Next would run GET and use up the login. */
export const refuseHead = () => new Response(null, { status: 405, headers: { Allow: 'GET' } })

/**
 * Answers a navigation that ends a login. Other requests get a 403, because a page of another site could load this URL
 * as an image.
 *
 * @param work - completes the login, and returns where to send the browser.
 */
async function endLogin(people: People, status: 302 | 303, work: (callbackUrl: string) => Promise<string>) {
  const { origin } = config().app
  const requestHeaders = await headers()
  if (navigationKind(requestHeaders) !== 'navigation') return new Response(null, { status: 403 })
  const path = returnPath((await cookies()).get(authCookies(people).callbackUrl.name)?.value, origin)
  const ownPage = people === 'staff' ? '/console' : returnPath(undefined, origin)
  const callbackUrl = peopleOf(path) === people ? path : ownPage
  const goTo = async (target: string) => {
    const isFailed = target.startsWith('/signin?')
    if (isFailed && people === 'users') await setMark('ask-to-sign-in')
    return NextResponse.redirect(new URL(target, origin), { status, headers: { 'Cache-Control': 'no-store' } })
  }
  // A user can already be signed in, for example after pressing Back. Send them to their page.
  const refuse = async (signInPage: () => string | Promise<string>) =>
    goTo((await currentUser(people)) ? callbackUrl : await signInPage())
  const { isAllowed } = await limitCallback(requestAddress(requestHeaders))
  if (!isAllowed) return refuse(() => signInPath({ callbackUrl, error: 'failed' }))
  try {
    return await goTo(await work(callbackUrl))
  } catch (error) {
    if (!(error instanceof LoginError)) throw error
    return refuse(() => reportFailedLogin(people, callbackUrl, error))
  }
}

/**
 * Finds the login that a callback ends, and uses up its state.
 *
 * @returns the login, and the callback's parameters (RFC 6749, section 4.1.2).
 * @throws LoginError if this browser has not begun this login, or if the provider has sent an error.
 */
async function loginOf(people: People, query: URLSearchParams) {
  const settings = loginSettingsOf(people)
  const cookieJar = await cookies()
  const cookieNames = ['state', 'pkceCodeVerifier', ...(settings?.usesNonce ? (['nonce'] as const) : [])] as const
  const opened = await Promise.all(cookieNames.map((name) => openLoginCookie(cookieJar, people, name)))
  const sealed = opened.map((cookie) => cookie?.value ?? '')
  const [state = ''] = sealed
  if (!settings || sealed.includes('')) throw new LoginError('no_login_here')
  if (state !== query.get('state')) throw new LoginError('another_login')
  if (!(await isFirstUse('login-state', state, stateLifetimeMs))) throw new LoginError('login_used')
  const provider = await settings.provider()
  const { issuer, authorization_response_iss_parameter_supported: promisesIssuer } = provider
  const iss = query.get('iss')
  const isError = query.has('error')
  // Checks an error response too, because another provider could have sent it (RFC 9207, section 2.4). Without `iss`, it
  // cannot do harm, and Keycloak 23 and django-oauth-toolkit forget their promise there.
  if (iss === null ? promisesIssuer && !isError : !isIssuer(iss, issuer)) {
    const reason = iss === null ? 'no iss' : 'another iss'
    throw new LoginError('issuer_mismatch', { endpoint: 'authorization', reason })
  }
  const code = query.get('code') ?? ''
  const sent = [settings.clientSecret, ...sealed, code]
  if (!isError) return { login: new ProviderLogin(settings, provider, sent, opened[0]?.iat), code, state }
  forgetLoginCookies(people, cookieJar)
  const body = { error: query.get('error'), error_description: query.get('error_description') }
  throw failureOfAnswer({ endpoint: 'authorization', body }, sent)
}
