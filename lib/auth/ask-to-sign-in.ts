import 'server-only'
import { cookies } from 'next/headers'
import { config } from '@/lib/config'

/*
 * An arrival normally goes straight to the provider. After a sign-out or a failed login the browser shows the sign-in
 * page first, because the provider could sign the person in or refuse them again without asking. A cookie marks such a
 * browser. It needs no protection, because a forged cookie only shows the sign-in page.
 */

const maxAgeSeconds = 30 * 60

function markCookie() {
  const { isHttps } = config().app
  return {
    name: `${isHttps ? '__Host-' : ''}connect-ask-to-sign-in`,
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps } as const,
  }
}

/** Checks whether arrivals of this browser show the sign-in page first. */
export async function isAskedToSignIn(): Promise<boolean> {
  return Boolean((await cookies()).get(markCookie().name)?.value)
}

/** Makes arrivals of this browser show the sign-in page first, for 30 minutes. */
export async function askToSignIn(): Promise<void> {
  const { name, options } = markCookie()
  ;(await cookies()).set(name, '1', { ...options, maxAge: maxAgeSeconds })
}

/** Makes arrivals of this browser go straight to the provider again. */
export async function stopAskingToSignIn(): Promise<void> {
  const { name, options } = markCookie()
  const cookieJar = await cookies()
  if (cookieJar.get(name)?.value) cookieJar.set(name, '', { ...options, maxAge: 0 })
}
