import 'server-only'
import { cookies, headers } from 'next/headers'
import { NextResponse } from 'next/server'
import { z } from 'zod'
import { config } from '@/lib/config'
import { navigationKind } from '@/lib/connect/arrival'
import { limitCallback, requestAddress } from '@/lib/limits'
import { perProcess } from '@/lib/per-process'
import { store, unlessUnavailable } from '@/lib/store'
import { processStore } from '@/lib/store/process-store'
import { logFailedLogin } from './log'
import { runNextAuth } from './next-auth'
import { authCookies, decodeWithEither } from './session'
import { returnPath } from './sign-in-query'
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
  const limit = await limitCallback(requestAddress(requestHeaders))
  if (!limit.isAllowed) return refuse('failed')
  const reason = await refusalOf(query.get('state'))
  if (reason === null) return runNextAuth(['callback', 'oidc'], { query })
  logFailedLogin({ code: 'CALLBACK_REFUSED', reason })
  return refuse('OAuthCallback')
}

/** Why a callback with this state is refused, in words for the log; null if it is not. It uses the state up. */
async function refusalOf(sentState: string | null): Promise<string | null> {
  const state = await stateOfLogin()
  if (state === undefined) return 'no login of this browser'
  if (state !== sentState) return 'another state'
  return (await isFirstUse(state)) ? null : 'used state'
}

/** Redirects a signed-in user, as after Back, to their page, and everyone else to the sign-in page. */
async function refuse(error: string): Promise<Response> {
  const { app } = config()
  const callbackUrl = returnPath((await cookies()).get(authCookies(app.isHttps).callbackUrl.name)?.value, app.origin)
  const path = (await currentUser()) ? callbackUrl : `/signin?${new URLSearchParams({ callbackUrl, error })}`
  return NextResponse.redirect(app.origin + path, 302)
}

const stateSchema = z.object({ value: z.string().min(1) })

/** The state of the login that this browser has begun, from the cookie in which next-auth sealed it. */
async function stateOfLogin(): Promise<string | undefined> {
  const { app, login } = config()
  const { name } = authCookies(app.isHttps).state
  const token = (await cookies()).get(name)?.value ?? ''
  try {
    const opened = await decodeWithEither({ token, secret: login.secret, salt: name }, login.previousSecret)
    return stateSchema.safeParse(opened).data?.value
  } catch {
    return undefined
  }
}

/**
 * Whether a login's state is used for the first time, at any instance; while Redis is away, at this one. In the process,
 * states have a place of their own, since strangers can fill it: in the store they would push out other values.
 */
async function isFirstUse(state: string): Promise<boolean> {
  const key = `login-state:${state}`
  const ttl = { ttlMs: stateLifetimeMs }
  const own = perProcess('login states', () => processStore())
  if (!(await own.setIfAbsent(key, true, ttl))) return false
  if (!store().isShared) return true
  return unlessUnavailable(
    () => store().setIfAbsent(key, true, ttl),
    () => true,
  )
}
