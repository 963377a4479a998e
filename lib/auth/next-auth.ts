import 'server-only'
import NextAuth from 'next-auth'
import { cookies } from 'next/headers'
import { NextRequest, NextResponse } from 'next/server'
import { z } from 'zod'
import { config } from '@/lib/config'
import { setHoldAside } from '@/lib/connect/hold-cookie'
import { askToSignIn } from './ask-to-sign-in'
import { reportFailedLogin } from './failed-login'
import { LoginError } from './failure'
import { authOptions, type Login } from './options'
import { loginSettingsOf } from './named-providers'
import { providerIdOf, type People } from './people'
import { ProviderLogin } from './provider-login'
import { authCookies, forgetLoginCookies, openSession, revokeSession, sealedSession } from './session'
import { returnPath, signInPath } from './sign-in-query'

/*
 * next-auth 4 signs users in through its browser script, or through a form with a CSRF token that must match a
 * cookie. A page cannot set that cookie before the browser posts the form. Therefore the browser posts to our server
 * actions, which work without JavaScript and compare `Origin` with our host. The actions call next-auth's handler in
 * this process twice: first for a CSRF token, then with the form.
 */

type Form = Record<string, string> & { callbackUrl: string }

/**
 * Runs next-auth's route handler, and sets the cookies of its response through Next's `cookies()`, because a
 * server action cannot return a response. Route handlers need this too. If the response set cookies as well, Next
 * would drop their `Max-Age=0`, and a deleted cookie would remain with an empty value.
 *
 * It first cleans the query and the return URL, because next-auth answers 500 to a URL that it cannot parse.
 *
 * @param path - the segments after `/api/auth/`.
 * @param request.query - the query of the browser's request.
 * @param request.form - the form that this app posts to next-auth.
 */
export async function runNextAuth(
  path: string[],
  login: Login,
  { query, form }: { query?: URLSearchParams; form?: Form } = {},
): Promise<Response> {
  const { app } = config()
  const cookieJar = await cookies()
  const { name, options } = authCookies(app.isHttps, login.people).callbackUrl
  const returnUrl = cookieJar.get(name)?.value
  const isOurs = returnUrl === app.origin + returnPath(returnUrl, app.origin)
  if (returnUrl && !isOurs) cookieJar.set(name, '', { ...options, maxAge: 0 })
  const url = `${app.origin}/api/auth/${path.join('/')}?${cleanQuery(path, query)}`
  const request = new NextRequest(url, form && { method: 'POST', body: new URLSearchParams(form) })
  const params = Promise.resolve({ nextauth: path })
  const response: Response = await NextAuth(request, { params }, authOptions(login))

  for (const cookie of new NextResponse(null, { headers: response.headers }).cookies.getAll()) {
    cookieJar.set(cookie.value ? cookie : { ...cookie, value: '', maxAge: 0 })
  }
  if (path[0] === 'callback') forgetLoginCookies(login.people, cookieJar)
  const headers = new Headers(response.headers)
  headers.delete('Set-Cookie')
  return new Response(response.body, { status: response.status, headers })
}

/**
 * Posts a form to next-auth within this process.
 *
 * @returns where to send the browser; see `afterNextAuth`.
 */
export async function postToNextAuth(path: string[], login: Login, form: Form): Promise<string> {
  const csrf = await runNextAuth(['csrf'], login)
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await csrf.json())
  return afterNextAuth(await runNextAuth(path, login, { form: { ...form, csrfToken } }), form.callbackUrl)
}

/**
 * Returns the target of next-auth's redirect: a URL of another site, or a path of this app. The sign-in page replaces
 * next-auth's own pages. It is also the target if next-auth does not redirect, because this deployment does not offer
 * the login.
 */
export function afterNextAuth({ headers }: Response, callbackUrl: string): string {
  const { origin } = config().app
  const location = new URL(headers.get('Location') ?? '/api/auth/error', origin)
  const { pathname, search, searchParams, hash } = location
  if (location.origin !== origin) return location.href
  if (!pathname.startsWith('/api/auth/')) return pathname + search + hash
  return signInPath({ callbackUrl, error: searchParams.get('error') ?? 'failed' })
}

/**
 * Begins a login at a provider.
 *
 * @returns where to send the browser: the provider, or the sign-in page if the login cannot begin.
 */
export async function beginLogin(people: People, callbackUrl: string): Promise<string> {
  const settings = loginSettingsOf(people)
  if (!settings) return signInPath({ callbackUrl, error: 'failed' })
  try {
    const atProvider = new ProviderLogin(await settings.provider())
    return await postToNextAuth(['signin', providerIdOf(people)], { people, atProvider }, { callbackUrl })
  } catch (error) {
    if (!(error instanceof LoginError)) throw error
    return reportFailedLogin(people, callbackUrl, error)
  }
}

/**
 * Ends this browser's session, of users or of staff. The session at the provider continues.
 *
 * next-auth's own sign-out treats every cookie whose name begins with the session cookie's name as a part of the
 * session. With a stray cookie of such a name, it could not open the session and would revoke nothing.
 */
export async function endSession(people: People): Promise<void> {
  const { app, login } = config()
  const cookieJar = await cookies()
  const ours = authCookies(app.isHttps, people)
  const sent = cookieJar.getAll()
  const session = await openSession(sealedSession(sent, ours), login)
  if (session) await revokeSession(session)
  if (people === 'users') {
    await setHoldAside()
    await askToSignIn()
  }
  const { name: prefix, options } = ours.sessionToken
  for (const { name } of sent.filter(({ name }) => name.startsWith(prefix))) {
    cookieJar.set(name, '', { ...options, maxAge: 0 })
  }
}

/** Keeps only the parameters of a provider's callback (RFC 6749, 4.1.2), or next-auth's error code. */
function cleanQuery([action]: string[], query = new URLSearchParams()): URLSearchParams {
  const names = action === 'callback' ? ['code', 'state'] : /^\w{1,64}$/.test(query.get('error') ?? '') ? ['error'] : []
  return new URLSearchParams(names.flatMap((name) => (query.has(name) ? [[name, query.get(name) ?? '']] : [])))
}
