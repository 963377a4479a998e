import 'server-only'
import { randomBytes } from 'node:crypto'
import { cookies, headers } from 'next/headers'
import { NextResponse } from 'next/server'
import { config } from '@/lib/config'
import { navigationKind } from '@/lib/connect/arrival'
import { bindHold, setHoldAside } from '@/lib/connect/hold-cookie'
import { hasSubnetUserId } from '@/lib/connect/subnet-user-id'
import { limitAccount, limitSignIn, requestAddress } from '@/lib/limits'
import { count } from '@/lib/metrics'
import { recordStep } from '@/lib/records'
import { isFirstUse } from '@/lib/store/marks'
import { authCookies, forgetLoginCookies, hasMark, openLoginCookie, setLoginCookies, setMark } from './cookies'
import { failureOfAnswer, LoginError } from './failure'
import { identityFromToken, type Site } from './hand-off-token'
import type { Identity } from './identity'
import { loginSettingsOf } from './named-providers'
import { peopleOf, providerIdOf, redirectAddressOf, type People } from './people'
import { authorizationUrl } from './provider'
import { identityFromProvider } from './provider-login'
import { reportFailedLogin } from './report-failure'
import { revokeSession, sealSession, sessionIn } from './session'
import { returnPath, signInPath } from './sign-in-query'
import { currentUser } from './user'

/** A little longer than the state cookie. */
const stateLifetimeMs = 16 * 60 * 1000

const random = () => randomBytes(32).toString('base64url')

/** Begins a login. @returns where to send the browser: the provider, or the sign-in page if the login cannot begin. */
export async function beginLogin(people: People, callbackUrl: string): Promise<string> {
  const settings = loginSettingsOf(people)
  const { isAllowed } = await limitSignIn(requestAddress(await headers()))
  if (!settings || !isAllowed) return signInPath({ callbackUrl, error: 'failed' })
  try {
    const provider = await settings.provider()
    const values = { state: random(), codeVerifier: random(), nonce: settings.usesNonce ? random() : undefined }
    await setLoginCookies(people, await cookies(), values, callbackUrl)
    const redirectUri = redirectAddressOf(config().app, providerIdOf(people))
    return authorizationUrl(provider, settings, { redirectUri, ...values }).href
  } catch (error) {
    if (!(error instanceof LoginError)) throw error
    return reportFailedLogin(people, callbackUrl, error)
  }
}

/**
 * Checks whether an arrival may skip the sign-in page. It may not while this browser has a login under way. A new login
 * would end the login of another tab, or send a person back to the provider's dead end from which they have returned.
 */
export async function mayBeginLogin(): Promise<boolean> {
  const { login } = config()
  if (login.page === 'always' || login.isDemo || !loginSettingsOf('users')) return false
  const sent = await cookies()
  return !hasMark(sent, 'ask-to-sign-in') && !(await openLoginCookie(sent, 'users', 'state'))
}

export function answerCallback(people: People, query: URLSearchParams): Promise<Response> {
  return endLogin(people, 302, () => identityAt(people, query))
}

/** Answers a provider's `form_post`. A browser sends no cookies with a form of another site, so the login cannot end. */
export function answerForm(people: People): Promise<Response> {
  const reason = 'it answers by form_post and not in the query'
  return endLogin(people, 303, async () => {
    throw new LoginError('provider_unsupported', { endpoint: 'authorization', reason })
  })
}

export function answerHandOff(site: Site, query: URLSearchParams): Promise<Response> {
  return endLogin('users', 303, async () => {
    const { value: nonce, begunAt } = (await openLoginCookie(await cookies(), 'users', 'nonce')) ?? {}
    if (nonce === undefined || begunAt === undefined) throw new LoginError('no_login_here', { endpoint: 'return' })
    const identity = await identityFromToken(query.getAll('token'), site, { nonce, begunAt })
    forgetLoginCookies('users', await cookies())
    return identity
  })
}

/** Without such a handler, Next would run GET for the HEAD of a link checker, and use up the login. */
export const refuseMethod = () => new Response(null, { status: 405, headers: { Allow: 'GET' } })

/** Answers navigations alone, because another site could load this URL as an image. */
async function endLogin(people: People, status: 302 | 303, identify: () => Promise<Identity>) {
  const { origin } = config().app
  if (navigationKind(await headers()) !== 'navigation') return new Response(null, { status: 403 })
  const path = returnPath((await cookies()).get(authCookies(people).callbackUrl.name)?.value, origin)
  const ownPage = people === 'staff' ? '/console' : returnPath(undefined, origin)
  const callbackUrl = peopleOf(path) === people ? path : ownPage
  let target: string
  try {
    target = await startSession(people, await identify(), callbackUrl)
  } catch (error) {
    if (!(error instanceof LoginError)) throw error
    // A user can already be signed in, for example after pressing Back.
    target = (await currentUser(people)) ? callbackUrl : await reportFailedLogin(people, callbackUrl, error)
  }
  const isFailed = target.startsWith('/signin?')
  if (isFailed && people === 'users') setMark(await cookies(), 'ask-to-sign-in')
  return NextResponse.redirect(new URL(target, origin), { status, headers: { 'Cache-Control': 'no-store' } })
}

/**
 * Reads the person of a callback (RFC 6749, section 4.1.2). Anyone can send one, and each would cost a call to the
 * provider. So a callback counts once, and only in the browser that has begun the login with its state.
 */
async function identityAt(people: People, query: URLSearchParams): Promise<Identity> {
  const settings = loginSettingsOf(people)
  const cookieJar = await cookies()
  const [state, verifier, nonce] = await Promise.all(
    (['state', 'codeVerifier', 'nonce'] as const).map((name) => openLoginCookie(cookieJar, people, name)),
  )
  if (!settings || !state || !verifier || (settings.usesNonce && !nonce)) throw new LoginError('no_login_here')
  if (state.value !== query.get('state')) throw new LoginError('another_login')
  if (!(await isFirstUse('login-state', state.value, stateLifetimeMs))) throw new LoginError('login_used')
  forgetLoginCookies(people, cookieJar)
  const provider = await settings.provider()
  const iss = query.get('iss')
  const isError = query.has('error')
  // Another provider could have sent an error response too (RFC 9207, section 2.4). Without `iss`, it cannot do harm, and
  // Keycloak 23 and django-oauth-toolkit forget their promise there
  // (https://github.com/django-oauth/django-oauth-toolkit/issues/1846).
  const isIssMissing = iss === null && !isError && provider.authorization_response_iss_parameter_supported
  if (isIssMissing || (iss !== null && iss !== provider.issuer)) {
    const reason = iss === null ? 'no iss' : 'another iss'
    throw new LoginError('issuer_mismatch', { endpoint: 'authorization', reason })
  }
  const code = query.get('code') ?? ''
  const secrets = [settings.clientSecret, state.value, verifier.value, nonce?.value ?? '', code]
  if (isError) {
    const body = { error: query.get('error'), error_description: query.get('error_description') }
    throw failureOfAnswer({ endpoint: 'authorization', body }, secrets)
  }
  if (code === '') throw new LoginError('provider_error', { endpoint: 'authorization', reason: 'no code' })
  const redirectUri = redirectAddressOf(config().app, providerIdOf(people))
  const signedNonce = settings.usesNonce ? nonce?.value : undefined
  const values = { redirectUri, state: state.value, codeVerifier: verifier.value, nonce: signedNonce }
  return identityFromProvider(settings, provider, { code, begunAt: state.iat, ...values }, secrets)
}

/** Starts a session, and binds the browser's links to a user. @returns `callbackUrl`, or the sign-in page with a problem. */
export async function startSession(people: People, identity: Identity, callbackUrl: string): Promise<string> {
  const isUser = people === 'users'
  if (isUser && !hasSubnetUserId(identity.id, config().subnetUserId))
    return reportFailedLogin(people, callbackUrl, new LoginError('user_id_too_long'))
  const { isAllowed } = await limitAccount({ people, id: identity.id })
  if (!isAllowed) return signInPath({ callbackUrl, error: 'too_often' })

  await endSessionOf(people)
  ;(await cookies()).set(await sealSession(people, identity))
  count('sign_ins_total', 'signed_in')
  setMark(await cookies(), 'just-signed-in')
  if (isUser) {
    for (const { requestId, code: linkCode } of await bindHold(identity.id)) {
      recordStep({ step: 'signed_in', requestId, linkCode, userId: identity.id })
    }
    setMark(await cookies(), 'ask-to-sign-in', false)
  }
  return callbackUrl
}

/** Ends this browser's session, of users or of staff. The session at the provider continues. */
export async function endSession(people: People): Promise<void> {
  await endSessionOf(people)
  if (people === 'users') {
    await setHoldAside()
    setMark(await cookies(), 'ask-to-sign-in')
  }
}

async function endSessionOf(people: People): Promise<void> {
  const cookieJar = await cookies()
  const session = await sessionIn(cookieJar, people)
  if (session) await revokeSession(session)
  const { name, options } = authCookies(people).sessionToken
  if (cookieJar.get(name)) cookieJar.set(name, '', { ...options, maxAge: 0 })
}
