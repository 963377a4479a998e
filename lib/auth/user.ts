import 'server-only'
import type { Route } from 'next'
import { cookies } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { StoreUnavailableError } from '@/lib/store'
import { mayOpenConsole } from './identity'
import { consolePeople, type People } from './people'
import { revocationOf, sessionUser } from './session'
import { signInPath } from './sign-in-query'

/*
 * The interface between the login and the rest of the app, which uses only the exports of this file and
 * the actions that sign out. A site with accounts of its own replaces nothing: see docs/operate/login.md.
 *
 * To replace the login with your own, keep the exports and make `currentUser()` and `consoleUser()` read your
 * session: for example, a header that your gateway sets. Make `requireUser()` redirect to your
 * sign-in page, and that page redirect back to the URL it was given. You can then delete the other files
 * of `lib/auth`, `app/signin` and `app/api/auth`. Your login must call two functions of
 * `lib/connect/hold-cookie.ts`: `bindHold(user.id)` after signing in and `setHoldAside()` when signing out.
 * Otherwise a connect link that arrived before the login can be used by the next person who signs in.
 */

export { mayOpenConsole } from './identity'

/** A signed-in user. */
export interface User {
  /** The operator's own identifier for the user. It never changes, and is not shown. */
  id: string
  name: string
  /** As the login provides it. Not validated. */
  walletAddress?: string
  /** Whether the user may open the console and do all there. */
  isOperator: boolean
  /** Whether the user may open the console and only look: take no data out, upload, check or change nothing. */
  isViewer: boolean
}

/** A user whose session is valid, as far as could be checked. */
interface CheckedUser {
  user: User
  /** False while Redis is away: the session may have been signed out. */
  isCertain: boolean
}

/** A session is opened and checked once per request. */
const checkedUser = cache(async (people: People): Promise<CheckedUser | null> => {
  const signedIn = await sessionUser((await cookies()).getAll(), people)
  if (!signedIn) return null
  const revocation = await revocationOf(signedIn.session)
  return revocation === 'revoked' ? null : { user: signedIn.user, isCertain: revocation === 'none' }
})

/**
 * The signed-in user, or null. While Redis is away nobody can tell whether a session was signed out: users go on, since
 * all that they can do is connect a wallet, and nobody is an operator or a viewer.
 *
 * @param people - whose session it is, where staff have a login of their own.
 */
export async function currentUser(people: People = 'users'): Promise<User | null> {
  const checked = await checkedUser(people)
  if (!checked || checked.isCertain) return checked && checked.user
  return { ...checked.user, isOperator: false, isViewer: false }
}

/** The user who is signed in by the login that opens the console, or null. */
export const consoleUser = (): Promise<User | null> => currentUser(consolePeople())

/**
 * The signed-in user. Redirects to the sign-in page if there is none.
 *
 * Every page and every server action must call it: a guard in a layout does not cover actions, which
 * anybody can post to.
 *
 * @param returnTo - the page of this app to return to afterwards.
 */
export async function requireUser(returnTo: Route): Promise<User> {
  return (await currentUser()) ?? redirect(signInPath({ callbackUrl: returnTo }))
}

/**
 * The signed-in user, if they may open the console: an operator or a viewer. Everybody else gets a 404.
 *
 * Every page of the console must call it, and every route handler that only shows something. What takes data out, sends
 * or changes something must call `requireOperator()`, or `operatorOrRefusal()` of `lib/console/shared`.
 *
 * @param returnTo - passed by pages only: users who are not signed in are redirected to sign in and then
 *   return there, so that the bookmark of an operator or a viewer works. Without it, as in actions and route
 *   handlers, they get the 404 as well.
 * @throws StoreUnavailableError for an operator or a viewer whose session cannot be checked while Redis is away.
 */
export async function requireViewer(returnTo?: Route): Promise<User> {
  return requireStaff(mayOpenConsole, returnTo)
}

/**
 * The signed-in user, if they are an operator. Everybody else gets a 404, viewers included.
 *
 * Every server action of the console must call it. Parameters and errors are those of `requireViewer()`.
 */
export async function requireOperator(returnTo?: Route): Promise<User> {
  return requireStaff(({ isOperator }) => isOperator, returnTo)
}

async function requireStaff(mayEnter: (user: User) => boolean, returnTo: Route | undefined): Promise<User> {
  const checked = await checkedUser(consolePeople())
  if (!checked && returnTo !== undefined) return redirect(signInPath({ callbackUrl: returnTo }))
  if (!checked || !mayEnter(checked.user)) return notFound()
  if (!checked.isCertain) throw new StoreUnavailableError('sessions cannot be checked')
  return checked.user
}
