'use server'

import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import { demoIdentity } from '@/lib/auth/identity'
import { beginLogin, endSession, postToNextAuth } from '@/lib/auth/next-auth'
import { consolePeople, peopleOf } from '@/lib/auth/people'
import { signOutUrl } from '@/lib/auth/provider'
import { returnPath, signInPath } from '@/lib/auth/sign-in-query'
import { config } from '@/lib/config'
import { limitSignIn, requestAddress } from '@/lib/limits'
import { countHold } from '@/lib/metrics'

/** What the demo login refuses is shown again, up to this length. */
const longestShownName = 200

const signInForm = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('oidc'), callbackUrl: z.string() }),
  z.object({ provider: z.literal('demo'), callbackUrl: z.string(), name: z.string() }),
])

/**
 * Signs in with the provider that the form names. It always redirects: to the OpenID provider, for the demo
 * login to `callbackUrl`, or back to the sign-in page, which says what went wrong.
 */
export async function signIn(formData: FormData): Promise<void> {
  const form = signInForm.safeParse(Object.fromEntries(formData)).data
  const callbackUrl = returnPath(form?.callbackUrl, config().app.origin)
  const isAllowed = form && (await limitSignIn(requestAddress(await headers()))).isAllowed
  if (!isAllowed) return redirect(signInPath({ callbackUrl, error: 'failed' }))

  if (form.provider === 'demo') {
    const { name } = form
    const refused = { callbackUrl, error: 'name', name: name.slice(0, longestShownName) }
    if (!demoIdentity(name)) return redirect(signInPath(refused))
    return redirect(await postToNextAuth(['callback', 'demo'], { people: 'users' }, { callbackUrl, name }))
  }
  return redirect(await beginLogin(peopleOf(callbackUrl), callbackUrl))
}

/** Signs a user out of this app. The sign-in page then links to where they sign out of their provider or site as well. */
export async function signOut(): Promise<void> {
  await endSession('users')
  countHold('signed_out')
  redirect(signInPath({ signedOut: signOutUrl('users') ? '1' : undefined }))
}

/** Signs out the person who uses the console. */
export async function signOutOfConsole(): Promise<void> {
  if (consolePeople() === 'users') return signOut()
  await endSession('staff')
  redirect(signInPath({ callbackUrl: '/console', signedOut: signOutUrl('staff') ? '1' : undefined }))
}
