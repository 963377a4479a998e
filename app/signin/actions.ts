'use server'

import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import { demoIdentity } from '@/lib/auth/identity'
import { loginSettingsOf } from '@/lib/auth/named-providers'
import { consolePeople, peopleOf } from '@/lib/auth/people'
import { returnPath, signInPath } from '@/lib/auth/sign-in-query'
import { beginLogin, endSession, startSession } from '@/lib/auth/login'
import { config } from '@/lib/config'
import { limitSignIn, requestAddress } from '@/lib/limits'
import { count } from '@/lib/metrics'

/** The max length of a refused name that the page shows. */
const longestShownName = 200

const signInForm = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('oidc'), callbackUrl: z.string() }),
  z.object({ provider: z.literal('demo'), callbackUrl: z.string(), name: z.string() }),
])

/** Redirects to the provider, to `callbackUrl` (demo login), or back with the problem. */
export async function signIn(formData: FormData): Promise<void> {
  const form = signInForm.safeParse(Object.fromEntries(formData)).data
  const callbackUrl = returnPath(form?.callbackUrl, config().app.origin)
  if (form?.provider === 'oidc') redirect(await beginLogin(peopleOf(callbackUrl), callbackUrl))
  if (!form || !config().login.isDemo || !(await limitSignIn(requestAddress(await headers()))).isAllowed)
    redirect(signInPath({ callbackUrl, error: 'failed' }))
  const identity = demoIdentity(form.name)
  if (!identity) redirect(signInPath({ callbackUrl, error: 'name', name: form.name.slice(0, longestShownName) }))
  redirect(await startSession('users', identity, callbackUrl))
}

/** The sign-in page then says that the account at the provider may still be signed in. */
export async function signOut(): Promise<void> {
  await endSession('users')
  count('holds_total', 'signed_out')
  const hasAccountElsewhere = loginSettingsOf('users') ?? config().login.site
  redirect(signInPath({ signedOut: hasAccountElsewhere && '1' }))
}

export async function signOutOfConsole(): Promise<void> {
  if (consolePeople() === 'users') return signOut()
  await endSession('staff')
  redirect(signInPath({ callbackUrl: '/console', signedOut: '1' }))
}
