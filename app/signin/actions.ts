'use server'

import type { Route } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import { demoIdentity } from '@/lib/auth/identity'
import { beginLogin, endSession, postToNextAuth } from '@/lib/auth/next-auth'
import { providerSignOutUrl } from '@/lib/auth/provider'
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
  const { origin } = config().app
  const callbackUrl = returnPath(form?.callbackUrl, origin)
  if (!form) return backToForm({ callbackUrl, error: 'failed' })
  const decision = await limitSignIn(requestAddress(await headers()))
  if (!decision.isAllowed) return backToForm({ callbackUrl, error: 'failed' })

  if (form.provider === 'demo') {
    const { name } = form
    if (!demoIdentity(name)) backToForm({ callbackUrl, error: 'name', name: name.slice(0, longestShownName) })
    return followRedirect(await postToNextAuth(['callback', 'demo'], { callbackUrl, name }), callbackUrl)
  }
  return followRedirect(await beginLogin(callbackUrl), callbackUrl)
}

/** Signs out of this app. The sign-in page then has a link by which people sign out of the OpenID provider as well. */
export async function signOut(): Promise<void> {
  await endSession()
  countHold('signed_out')
  redirect(providerSignOutUrl() === null ? '/signin' : '/signin?signedOut=1')
}

/** Redirects where next-auth redirects. If that is one of its own pages, signing in has failed. */
function followRedirect(location: URL | null, callbackUrl: string): never {
  if (!location) return backToForm({ callbackUrl, error: 'failed' })
  const { origin, pathname, searchParams, search, hash } = location
  if (origin !== config().app.origin) redirect(location.href)
  if (pathname.startsWith('/api/auth/')) backToForm({ callbackUrl, error: searchParams.get('error') ?? 'failed' })
  redirect(`${pathname}${search}${hash}` as Route)
}

/** The sign-in page again. Only a name that the demo login refused is put into its URL, to be corrected. */
function backToForm(query: { callbackUrl: string; error: string; name?: string }): never {
  redirect(signInPath(query))
}
