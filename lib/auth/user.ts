import 'server-only'
import type { Route } from 'next'
import { getServerSession } from 'next-auth'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { demoIssuer, userOf, type User } from '@/lib/auth/identity'
import { authOptions } from '@/lib/auth/options'
import { config } from '@/lib/config'

/*
 * The login's one seam: the rest of the app knows `User`, `currentUser()` and `requireUser()`, and
 * nothing else of it.
 *
 * To put your own login in its place, keep these three and let `currentUser()` read your session, say
 * from your site's cookie or from a header that your gateway sets. Then send people to your own
 * sign-in page below, and have it lead back to the address it was given. The other files of
 * `lib/auth`, `app/signin` and `app/api/auth` can go. Two duties come along, both in
 * `lib/connect/request-hold.ts`: call `bindHold(user.id)` when somebody has signed in and `clearHold()`
 * when they sign out, or a connect link that arrived before the login is open to whoever signs in next.
 */

export type { User }

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
