import 'server-only'
import { cookies, headers } from 'next/headers'
import { NextResponse } from 'next/server'
import { z } from 'zod'
import { config } from '@/lib/config'
import { navigationKind } from '@/lib/connect/arrival'
import { limitCallback, requestAddress } from '@/lib/limits'
import { loggableText } from '@/lib/log/foreign-text'
import { isFirstUse } from '@/lib/store/first-use'
import { failedLoginPath, failureByError, LoginError } from './failure'
import { forgetLoginCookies, runNextAuth } from './next-auth'
import { discovery } from './provider'
import { ProviderLogin } from './provider-login'
import { authCookies, decodeWithEither } from './session'
import { returnPath, signInPath } from './sign-in-query'
import { currentUser } from './user'

/** A little longer than next-auth accepts the cookie with a login's state. */
const stateLifetimeMs = 16 * 60 * 1000

/**
 * Answers the navigation that ends a login at the provider. Anybody can send one, as often as they like, and next-auth
 * asks the provider for each, with this app's secret. So next-auth gets a callback only if its state is of a login that
 * this browser has begun, and only once.
 */
export async function answerCallback(query: URLSearchParams): Promise<Response> {
  const requestHeaders = await headers()
  // A page of another site can have its visitors' browsers send any number of them, as pictures.
  if (navigationKind(requestHeaders) !== 'navigation') return new Response(null, { status: 403 })
  if (!(await limitCallback(requestAddress(requestHeaders))).isAllowed) return refuse()
  try {
    const login = await loginOf(query)
    const response = await runNextAuth(['callback', 'oidc'], { query, login })
    if (login.failure) throw login.failure
    return response
  } catch (error) {
    if (!(error instanceof LoginError)) throw error
    return refuse(error)
  }
}

/** Redirects a signed-in user, as after Back, to their page, and everyone else to the sign-in page. */
async function refuse(error?: LoginError): Promise<Response> {
  const { app } = config()
  const callbackUrl = returnPath((await cookies()).get(authCookies(app.isHttps).callbackUrl.name)?.value, app.origin)
  const signInPage = () => (error ? failedLoginPath(callbackUrl, error) : signInPath({ callbackUrl, error: 'failed' }))
  return NextResponse.redirect(app.origin + ((await currentUser()) ? callbackUrl : signInPage()), 302)
}

/**
 * The login of this browser that a callback ends. It uses the login's state up.
 *
 * @throws LoginError if this browser has begun another login or none, or if the provider has sent no code.
 */
async function loginOf(query: URLSearchParams): Promise<ProviderLogin> {
  const { oidc } = config().login
  const [state, nonce, verifier] = await Promise.all([sealed('state'), sealed('nonce'), sealed('pkceCodeVerifier')])
  if (!oidc || !state || !nonce || !verifier) throw new LoginError('no_login_here')
  if (state !== query.get('state')) throw new LoginError('another_login')
  if (!(await isFirstUse('login-state', state, stateLifetimeMs))) throw new LoginError('login_used')
  const provider = await discovery(oidc).provider()
  const { issuer, authorization_response_iss_parameter_supported: promisesIssuer } = provider
  const iss = query.get('iss')
  // Also for an error, which another provider could send (RFC 9207, section 2.4).
  if (iss === null ? promisesIssuer : iss !== issuer) {
    const reason = iss === null ? 'no iss' : 'another iss'
    throw new LoginError('issuer_mismatch', { endpoint: 'authorization', reason })
  }
  const sent = [oidc.clientSecret, state, nonce, verifier, query.get('code') ?? '']
  const error = query.get('error')
  if (error === null) return new ProviderLogin(provider, sent)
  forgetLoginCookies(await cookies())
  const description = loggableText(query.get('error_description') ?? undefined, sent)
  throw failureByError(error, { endpoint: 'authorization', description }, sent)
}

/** What next-auth has sealed into a cookie of the login that this browser has begun. */
async function sealed(cookie: 'state' | 'nonce' | 'pkceCodeVerifier'): Promise<string | undefined> {
  const { app, login } = config()
  const { name } = authCookies(app.isHttps)[cookie]
  const token = (await cookies()).get(name)?.value ?? ''
  try {
    const opened = await decodeWithEither({ token, secret: login.secret, salt: name }, login.previousSecret)
    return z.object({ value: z.string().min(1) }).safeParse(opened).data?.value
  } catch {
    return undefined
  }
}
