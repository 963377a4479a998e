import 'server-only'
import { cookies } from 'next/headers'
import { config } from '@/lib/config'

/*
 * Who works in the console and signs in without a connect link comes to the console. A cookie tells the connect page
 * that a login has just ended: whoever opens that page otherwise sees it. It holds no secret, and a forged one leads
 * staff to their console.
 */

const maxAgeSeconds = 30

function markCookie() {
  const { isHttps } = config().app
  return {
    name: `${isHttps ? '__Host-' : ''}connect-just-signed-in`,
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps } as const,
  }
}

/** Whether a login of this browser has ended within half a minute. */
export async function hasJustSignedIn(): Promise<boolean> {
  return Boolean((await cookies()).get(markCookie().name)?.value)
}

/** Notes that a login of this browser has ended. Only a route handler or an action can. */
export async function noteSignIn(): Promise<void> {
  const { name, options } = markCookie()
  ;(await cookies()).set(name, '1', { ...options, maxAge: maxAgeSeconds })
}
