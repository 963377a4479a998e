import 'server-only'
import type { Route } from 'next'
import { cookies, headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { cookieSetAt } from '@/lib/request/cookie-check'
import { StoreUnavailableError } from '@/lib/store'
import { mayOpenConsole } from './identity'
import { consolePeople, type People } from './people'
import { revocationOf, sessionUser } from './session'
import { signInPath } from './sign-in-query'

/*
 * The seam between the login and the rest of the app. To replace the login with your own, make `currentUser()` and
 * `consoleUser()` read your session. Make `requireUser()` redirect to your sign-in page, which redirects back. Call
 * `bindHold(user.id)` of `lib/connect/hold-cookie.ts` after signing in and `setHoldAside()` when signing out. Otherwise
 * the next person who signs in can use a connect link that arrived before the login.
 */

export { mayOpenConsole } from './identity'

export interface User {
  /** It never changes, and users never see it. */
  id: string
  name: string
  /** The wallet address from the login. Not validated. */
  walletAddress?: string
  isOperator: boolean
  /** They may only read the console, and not export, upload, check or change anything. */
  isViewer: boolean
}

/** Checks the session once per request. It is uncertain while Redis cannot tell whether the user has signed out. */
const checkedUser = cache(async (people: People): Promise<{ user: User; isCertain: boolean } | null> => {
  const signedIn = await sessionUser(await cookies(), people)
  if (!signedIn) return null
  const revocation = await revocationOf(signedIn.session, mayOpenConsole(signedIn.user))
  return revocation === 'revoked' ? null : { user: signedIn.user, isCertain: revocation === 'none' }
})

/**
 * While Redis is unavailable, sign-outs are unknown. Users stay signed in, because they can only connect a wallet.
 * Operators and viewers lose their rights.
 */
export async function currentUser(people: People = 'users'): Promise<User | null> {
  const checked = await checkedUser(people)
  if (!checked || checked.isCertain) return checked && checked.user
  return { ...checked.user, isOperator: false, isViewer: false }
}

export const consoleUser = (): Promise<User | null> => currentUser(consolePeople())

/** Every page and every server action of users must call it, because a guard in a layout does not protect actions. */
export async function requireUser(returnTo: Route): Promise<User> {
  return (await currentUser()) ?? redirect(await signInFor(returnTo))
}

/**
 * Everyone but an operator or a viewer gets a 404. Every page of the console and every route handler that only shows
 * data must call it. A handler that exports, sends or changes data calls `requireOperator()` or `operatorOrRefusal()`.
 *
 * @param returnTo - the page to return to after signing in. Only pages pass it, so that bookmarks work.
 * @throws StoreUnavailableError for staff while Redis is unavailable, because sign-outs are then unknown.
 */
export async function requireViewer(returnTo?: Route): Promise<User> {
  return requireStaff(mayOpenConsole, returnTo)
}

/** Like `requireViewer()`, for operators alone. Every server action of the console must call it. */
export async function requireOperator(returnTo?: Route): Promise<User> {
  return requireStaff(({ isOperator }) => isOperator, returnTo)
}

const signInFor = async (callbackUrl: Route) => signInPath({ callbackUrl, cookieSetAt: cookieSetAt(await headers()) })

async function requireStaff(mayEnter: (user: User) => boolean, returnTo: Route | undefined): Promise<User> {
  const checked = await checkedUser(consolePeople())
  if (!checked && returnTo !== undefined) return redirect(await signInFor(returnTo))
  if (!checked || !mayEnter(checked.user)) return notFound()
  if (!checked.isCertain) throw new StoreUnavailableError('sessions cannot be checked')
  return checked.user
}
