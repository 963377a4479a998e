import 'server-only'
import type { Route } from 'next'
import { cookies } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { StoreUnavailableError } from '@/lib/store'
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

/** A signed-in user. */
export interface User {
  /** The operator's own identifier for the user. It never changes, and is not shown. */
  id: string
  name: string
  /** As the login provides it. Not validated. */
  walletAddress?: string
  /** Whether the user may open the console. */
  isOperator: boolean
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
 * all that they can do is connect a wallet, and nobody is an operator.
 *
 * @param people - whose session it is, where staff have a login of their own.
 */
export async function currentUser(people: People = 'users'): Promise<User | null> {
  const checked = await checkedUser(people)
  return checked && { ...checked.user, isOperator: checked.user.isOperator && checked.isCertain }
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
 * The signed-in user, if they may open the console. Everybody else gets a 404.
 *
 * Every page, every server action and every route handler of the console must call it.
 *
 * @param returnTo - passed by pages only: users who are not signed in are redirected to sign in and then
 *   return there, so that an operator's bookmark works. Without it, as in actions and route handlers,
 *   they get the 404 as well.
 * @throws StoreUnavailableError for an operator whose session cannot be checked while Redis is away.
 */
export async function requireOperator(returnTo?: Route): Promise<User> {
  const checked = await checkedUser(consolePeople())
  if (!checked && returnTo !== undefined) return redirect(signInPath({ callbackUrl: returnTo }))
  if (!checked?.user.isOperator) return notFound()
  if (!checked.isCertain) throw new StoreUnavailableError('sessions cannot be checked')
  return checked.user
}
