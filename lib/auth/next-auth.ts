import 'server-only'
import NextAuth, { type AuthOptions } from 'next-auth'
import { cookies, headers as requestHeaders } from 'next/headers'
import { NextRequest, NextResponse } from 'next/server'
import { z } from 'zod'
import { config } from '@/lib/config'
import { limitSignIn, requestAddress } from '@/lib/limits'
import { log } from '@/lib/log'
import { LoginError } from './failure'
import { authCookies } from './login-cookies'
import { loginSettingsOf } from './named-providers'
import { providerIdOf, type People } from './people'
import type { LoginSettings, PlainProvider, Provider } from './provider'
import { logNextAuthError, reportFailedLogin } from './report-failure'
import { returnPath, signInPath } from './sign-in-query'

/*
 * next-auth 4 begins the logins at providers: the request with its state, nonce and PKCE challenge, which it keeps in
 * sealed cookies. It does so through its browser script, or through a form with a CSRF token that must match a cookie,
 * and a page cannot set that cookie before the browser posts the form. Therefore the browser posts to our server actions,
 * which work without JavaScript and compare `Origin` with our host, and `beginLogin` calls next-auth's handler in this
 * process twice: first for a token, then with the form.
 *
 * `callback.ts` ends the logins itself, because next-auth's handler hides why a login fails.
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
    const options = authOptions(people, settings, await settings.provider())
    const csrf = await runHandler('csrf', options)
    const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await csrf.json())
    const form = new URLSearchParams({ callbackUrl, csrfToken })
    return targetOf(await runHandler(`signin/${providerIdOf(people)}`, options, form), callbackUrl)
  } catch (error) {
    if (!(error instanceof LoginError)) throw error
    return reportFailedLogin(people, callbackUrl, error)
  }
}

/** Returns the target of the handler's redirect. The sign-in page replaces next-auth's own pages. */
function targetOf({ headers }: Response, callbackUrl: string): string {
  const location = headers.get('Location')
  const isOwnPage = location === null || location.startsWith(`${config().app.origin}/api/auth/`)
  return isOwnPage ? signInPath({ callbackUrl, error: 'failed' }) : location
}

/**
 * Runs next-auth's route handler, and sets the cookies of its response through Next's `cookies()`, because a server
 * action cannot return a response.
 *
 * @param path - the path below `/api/auth`.
 */
async function runHandler(
  path: string,
  options: AuthOptions & { cookies: ReturnType<typeof authCookies> },
  form?: URLSearchParams,
): Promise<Response> {
  const { origin } = config().app
  const cookieJar = await cookies()
  const { callbackUrl } = options.cookies
  const returnUrl = cookieJar.get(callbackUrl.name)?.value
  // next-auth answers 500 if it cannot parse this cookie.
  if (returnUrl && returnUrl !== origin + returnPath(returnUrl, origin))
    cookieJar.set(callbackUrl.name, '', { ...callbackUrl.options, maxAge: 0 })
  const request = new NextRequest(`${origin}/api/auth/${path}`, form && { method: 'POST', body: form })
  const params = Promise.resolve({ nextauth: path.split('/') })
  const response: Response = await NextAuth(request, { params }, options)
  for (const cookie of new NextResponse(null, { headers: response.headers }).cookies.getAll()) cookieJar.set(cookie)
  return response
}

function authOptions(people: People, settings: LoginSettings, provider: Provider | PlainProvider) {
  const { clientId, clientSecret, maxAgeSeconds, scope, claimsRequest, prompt, usesNonce } = settings
  const id = providerIdOf(people)
  return {
    secret: config().login.secret,
    cookies: authCookies(people),
    session: { strategy: 'jwt' },
    providers: [
      {
        id,
        name: id,
        type: 'oauth',
        // Not `wellKnown`, with which next-auth would fetch the provider's metadata at the start of every login.
        issuer: provider.issuer,
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
        checks: ['pkce', 'state', ...(usesNonce ? (['nonce'] as const) : [])],
        // Only next-auth's own callback would need it.
        profile: () => ({ id }),
      },
    ],
    callbacks: { redirect: ({ url, baseUrl }) => baseUrl + returnPath(url, baseUrl) },
    logger: {
      error: logNextAuthError,
      warn: (code) => log().warn({ event: 'login misconfigured', code }),
    },
  } satisfies AuthOptions
}
