import 'server-only'
import NextAuth, { type AuthOptions } from 'next-auth'
import type { OAuthConfig } from 'next-auth/providers/oauth'
import { cookies, headers as requestHeaders } from 'next/headers'
import { NextRequest, NextResponse } from 'next/server'
import type { TokenSet } from 'openid-client'
import { z } from 'zod'
import { config } from '@/lib/config'
import { limitSignIn, requestAddress } from '@/lib/limits'
import { log } from '@/lib/log'
import { LoginError } from './failure'
import { identitySchema, type Identity } from './identity'
import { authCookies, decodeWithEither, forgetLoginCookies } from './login-cookies'
import { loginSettingsOf } from './named-providers'
import { providerIdOf, type People } from './people'
import { ProviderLogin } from './provider-login'
import { logNextAuthError, reportFailedLogin } from './report-failure'
import { returnPath, signInPath } from './sign-in-query'
import { startSession } from './start-session'

/*
 * next-auth 4 runs the logins at providers: the request with its state, nonce and PKCE challenge, and the callback. Its
 * handler runs in this process. next-auth begins a login through its browser script, or through a form with a CSRF token
 * that must match a cookie, and a page cannot set that cookie before the browser posts the form. Therefore the browser
 * posts to our server actions, which work without JavaScript and compare `Origin` with our host, and `beginLogin` calls
 * the handler twice: first for a token, then with the form.
 *
 * `startSession` starts every session, also after a login without next-auth.
 */

/**
 * Begins a login at a provider.
 *
 * @returns where to send the browser: the provider, or the sign-in page if the login cannot begin.
 */
export async function beginLogin(people: People, callbackUrl: string): Promise<string> {
  const settings = loginSettingsOf(people)
  const { isAllowed } = await limitSignIn(requestAddress(await requestHeaders()))
  if (!settings || !isAllowed) return signInPath({ callbackUrl, error: 'failed' })
  try {
    const options = authOptions(people, new ProviderLogin(settings, await settings.provider()), callbackUrl)
    const csrf = await runHandler(['csrf'], options)
    const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await csrf.json())
    const form = new URLSearchParams({ callbackUrl, csrfToken })
    return targetOf(await runHandler(['signin', providerIdOf(people)], options, { form }), callbackUrl)
  } catch (error) {
    if (!(error instanceof LoginError)) throw error
    return reportFailedLogin(people, callbackUrl, error)
  }
}

/**
 * Ends a login at a provider with the parameters of its callback, and starts the session.
 *
 * @returns where to send the browser: `callbackUrl`, or the sign-in page.
 * @throws LoginError
 */
export async function completeLogin(
  people: People,
  login: ProviderLogin,
  { callbackUrl, ...parameters }: { code: string; state: string; callbackUrl: string },
): Promise<string> {
  const query = new URLSearchParams(parameters)
  const options = authOptions(people, login, callbackUrl)
  const response = await runHandler(['callback', providerIdOf(people)], options, { query })
  forgetLoginCookies(people, await cookies())
  if (login.failure) throw login.failure
  return targetOf(response, callbackUrl)
}

/** Returns the target of the handler's redirect. The sign-in page replaces next-auth's own pages. */
function targetOf({ headers }: Response, callbackUrl: string): string {
  const location = headers.get('Location')
  const isOwnPage = location === null || location.startsWith(`${config().app.origin}/api/auth/`)
  return isOwnPage ? signInPath({ callbackUrl, error: 'failed' }) : location
}

/**
 * Runs next-auth's route handler, and sets the cookies of its response through Next's `cookies()`, because a server
 * action cannot return a response. Route handlers need this too. If the response set cookies as well, Next would drop
 * their `Max-Age=0`, and a deleted cookie would remain with an empty value.
 *
 * @param path - the segments after `/api/auth/`.
 */
async function runHandler(
  path: string[],
  options: AuthOptions & { cookies: ReturnType<typeof authCookies> },
  { query, form }: { query?: URLSearchParams; form?: URLSearchParams } = {},
): Promise<Response> {
  const { origin } = config().app
  const cookieJar = await cookies()
  const { callbackUrl } = options.cookies
  const returnUrl = cookieJar.get(callbackUrl.name)?.value
  // next-auth answers 500 if it cannot parse this cookie.
  if (returnUrl && returnUrl !== origin + returnPath(returnUrl, origin))
    cookieJar.set(callbackUrl.name, '', { ...callbackUrl.options, maxAge: 0 })
  const url = `${origin}/api/auth/${path.join('/')}?${query ?? ''}`
  const request = new NextRequest(url, form && { method: 'POST', body: form })
  const response: Response = await NextAuth(request, { params: Promise.resolve({ nextauth: path }) }, options)
  for (const cookie of new NextResponse(null, { headers: response.headers }).cookies.getAll()) {
    cookieJar.set(cookie.value ? cookie : { ...cookie, value: '', maxAge: 0 })
  }
  return response
}

function authOptions(people: People, login: ProviderLogin, callbackUrl: string) {
  return {
    secret: config().login.secret,
    cookies: authCookies(people),
    session: { strategy: 'jwt' },
    jwt: { decode: decodeWithEither },
    providers: [providerOptions(providerIdOf(people), login)],
    callbacks: {
      // next-auth redirects to a returned URL and starts no session itself.
      signIn: ({ user }) => startSession(people, identitySchema.parse(user), callbackUrl),
      redirect: ({ url, baseUrl }) => baseUrl + returnPath(url, baseUrl),
    },
    logger: {
      error: (code, metadata) => login.failure ?? logNextAuthError(code, metadata),
      warn: (code) => log().warn({ event: 'login misconfigured', code }),
    },
  } satisfies AuthOptions
}

function providerOptions(id: string, login: ProviderLogin): OAuthConfig<Identity> {
  const { provider, settings } = login
  const { clientId, clientSecret, maxAgeSeconds, scope, claimsRequest, prompt, usesNonce } = settings
  return {
    id,
    name: id,
    type: 'oauth',
    // Not `wellKnown`, with which next-auth would fetch the provider's metadata at the start of every login.
    issuer: provider.issuer,
    ...(provider.jwks_uri === undefined ? {} : { jwks_endpoint: provider.jwks_uri }),
    authorization: {
      url: provider.authorization_endpoint,
      params: {
        scope,
        ...(claimsRequest === undefined ? {} : { claims: claimsRequest }),
        ...(maxAgeSeconds === undefined ? {} : { max_age: maxAgeSeconds }),
        ...(prompt === undefined ? {} : { prompt }),
      },
    },
    clientId,
    clientSecret,
    client: { token_endpoint_auth_method: provider.clientAuth },
    checks: ['pkce', 'state', ...(usesNonce ? (['nonce'] as const) : [])],
    token: {
      url: provider.token_endpoint,
      request: async ({ client, provider: { callbackUrl }, params, checks }) => ({
        tokens: await login.tokens(client, callbackUrl, params, checks),
      }),
    },
    userinfo: {
      ...(provider.userinfo_endpoint ? { url: provider.userinfo_endpoint } : {}),
      // Parse the claims here, because next-auth does not report errors of `profile` below.
      // next-auth's type is too wide. Its OpenID client has verified these tokens.
      request: ({ client, tokens }) => login.identity(client, tokens as TokenSet),
    },
    profile: (identity) => identity,
  }
}
