import 'server-only'
import { cookies } from 'next/headers'
import { config } from '@/lib/config'

/*
 * After a login without a connect link, the connect page sends staff to the console. A cookie marks the recent login.
 * Without it, staff could never open the connect page. It needs no protection, because a forged cookie only
 * sends staff to their console.
 */

const maxAgeSeconds = 30

function markCookie() {
  const { isHttps } = config().app
  return {
    name: `${isHttps ? '__Host-' : ''}connect-just-signed-in`,
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps } as const,
  }
}

/** Checks whether this browser has completed a login within the last 30 seconds. */
export async function hasJustSignedIn(): Promise<boolean> {
  return Boolean((await cookies()).get(markCookie().name)?.value)
}

/** Notes that this browser has completed a login. Call it only in a route handler or an action. */
export async function noteSignIn(): Promise<void> {
  const { name, options } = markCookie()
  ;(await cookies()).set(name, '1', { ...options, maxAge: maxAgeSeconds })
}
