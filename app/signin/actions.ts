'use server'

import type { Route } from 'next'
import { redirect } from 'next/navigation'
import { z } from 'zod'
import { demoIdentity } from '@/lib/auth/demo-login'
import { postToNextAuth } from '@/lib/auth/next-auth-driver'
import { returnPath } from '@/lib/auth/return-path'
import { signInProblem, type SignInProblem } from '@/lib/auth/sign-in-problem'
import { config } from '@/lib/config'

/** What the sign-in page shows of the last attempt. `name` is what was typed, to be shown again. */
export interface SignInState {
  problem?: SignInProblem | 'name' | undefined
  name?: string
}

const signInForm = z.discriminatedUnion('provider', [
  z.object({ provider: z.literal('oidc'), callbackUrl: z.string() }),
  z.object({ provider: z.literal('demo'), callbackUrl: z.string(), name: z.string() }),
])

/**
 * Signs in by the login that the form names. Success leaves the page: for the OpenID provider's, or
 * for the one that the form wants to come back to.
 */
export async function signIn(_previous: SignInState, formData: FormData): Promise<SignInState> {
  const form = signInForm.safeParse(Object.fromEntries(formData)).data
  if (!form) return { problem: 'failed' }
  const { origin } = config().app
  const callbackUrl = returnPath(form.callbackUrl, origin)

  if (form.provider === 'demo') {
    const { name } = form
    if (!demoIdentity(name)) return { problem: 'name', name }
    return { ...leave(await postToNextAuth(['callback', 'demo'], { callbackUrl, name })), name }
  }
  return leave(await postToNextAuth(['signin', 'oidc'], { callbackUrl }))
}

/** Signs out of this app, not of the OpenID provider. */
export async function signOut(): Promise<void> {
  await postToNextAuth(['signout'], {})
  redirect('/signin')
}

/** Goes where next-auth leads, unless that is one of its own addresses: they mean that it did not work. */
function leave(location: URL | null): SignInState {
  if (!location) return { problem: 'failed' }
  const { origin, pathname, searchParams, search, hash } = location
  if (origin !== config().app.origin) redirect(location.href)
  if (pathname.startsWith('/api/auth/')) return { problem: signInProblem(searchParams.get('error')) ?? 'failed' }
  redirect(`${pathname}${search}${hash}` as Route)
}
