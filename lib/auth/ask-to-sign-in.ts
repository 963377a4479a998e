import 'server-only'
import { cookies } from 'next/headers'
import { config } from '@/lib/config'

/*
 * An arrival leads straight to the provider, except for a person who has just signed out or whose login has failed: the
 * provider may sign them in again without a question, or refuse them again without a word of ours. They see the sign-in
 * page. A cookie remembers it. It holds no secret: a forged one shows the page, and a deleted one does not.
 */

const maxAgeSeconds = 30 * 60

function markCookie() {
  const { isHttps } = config().app
  return {
    name: `${isHttps ? '__Host-' : ''}connect-ask-to-sign-in`,
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps } as const,
  }
}

/** Whether an arrival of this browser shows the sign-in page. */
export async function isAskedToSignIn(): Promise<boolean> {
  return Boolean((await cookies()).get(markCookie().name)?.value)
}

/** For the next half an hour, arrivals of this browser show the sign-in page. */
export async function askToSignIn(): Promise<void> {
  const { name, options } = markCookie()
  ;(await cookies()).set(name, '1', { ...options, maxAge: maxAgeSeconds })
}

/** Arrivals of this browser lead straight to the provider again. */
export async function stopAskingToSignIn(): Promise<void> {
  const { name, options } = markCookie()
  const cookieJar = await cookies()
  if (cookieJar.get(name)?.value) cookieJar.set(name, '', { ...options, maxAge: 0 })
}
