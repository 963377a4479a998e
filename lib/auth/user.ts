import 'server-only'
import type { Route } from 'next'
import { getServerSession } from 'next-auth'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { demoIssuer, userOf } from '@/lib/auth/identity'
import { authOptions } from '@/lib/auth/options'
import { config } from '@/lib/config'

/*
 * The login's one seam: of all that is behind it, the rest of the app knows what this file exports,
 * and the action `signOut`.
 *
 * To put your own login in its place, keep the exports and let `currentUser()` read your session: your
 * site's cookie, say, or a header that your gateway sets. Let `requireUser()` lead to your own sign-in
 * page, and that page back to the address it was given. The other files of `lib/auth`, `app/signin`
 * and `app/api/auth` can go. Two duties come along, both from `lib/connect/request-hold.ts`: call
 * `bindHold(user.id)` when somebody has signed in and `clearHold()` when they sign out, or a connect
 * link that arrived before the login is open to whoever signs in next.
 */

/** Who is signed in, as the app's pages and actions see them. */
export interface User {
  /** The operator's own identifier for the user; it never changes and is not shown. */
  id: string
  name: string
  /** As the login gave it: whether it is an address has not been checked. */
  walletAddress?: string
  /** May open the console. */
  isOperator: boolean
}

/** Who is signed in, decoded once a request. */
export const currentUser = cache(async (): Promise<User | null> => {
  const { login, consoleUsers } = config()
  const session = await getServerSession(authOptions())
  const issuers = [...(login.oidc ? [login.oidc.issuer] : []), ...(login.isDemo ? [demoIssuer] : [])]
  return userOf(session?.identity, { issuers, consoleUsers })
})

/**
 * Who is signed in; anybody else is sent to the sign-in page first.
 *
 * Each page and each server action calls it by itself: a layout's guard does not cover an action,
 * which anybody can post to.
 *
 * @param returnTo - the page of this app to come back to afterwards.
 */
export async function requireUser(returnTo: Route): Promise<User> {
  return (await currentUser()) ?? redirect(`/signin?callbackUrl=${encodeURIComponent(returnTo)}`)
}

/**
 * Who is signed in, if they may open the console; to anybody else there is nothing here: 404.
 *
 * Each page, each server action and each route handler of the console calls it by itself.
 *
 * @param returnTo - given by pages: whoever is not signed in is sent to sign in and comes back there,
 *   so that an operator's bookmark works; the 404 comes afterwards, where it is due. Actions and route
 *   handlers give none, and are nothing to who is not signed in either.
 */
export async function requireOperator(returnTo?: Route): Promise<User> {
  const user = returnTo === undefined ? await currentUser() : await requireUser(returnTo)
  return user?.isOperator ? user : notFound()
}
