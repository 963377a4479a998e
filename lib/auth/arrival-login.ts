import 'server-only'
import { cookies } from 'next/headers'
import { config } from '@/lib/config'
import { limitSignIn } from '@/lib/limits'
import { isAskedToSignIn } from './ask-to-sign-in'
import { loginSettingsOf } from './named-providers'
import { openLoginCookie } from './session'
import { signInPath } from './sign-in-query'

/**
 * Checks whether an arrival may begin a login at the users' provider, because the sign-in page would only offer one
 * button. Otherwise the sign-in page asks for a press as usual.
 *
 * It may not while this browser has a login under way. A new login would end the login of another tab, or send a person
 * back to the dead end at the provider from which they have just returned.
 */
export async function mayBeginLogin(): Promise<boolean> {
  const { login } = config()
  if (login.page === 'always' || login.isDemo || !loginSettingsOf('users')) return false
  return !(await isAskedToSignIn()) && !(await openLoginCookie(await cookies(), 'users', 'state'))
}

/**
 * Begins a login at the users' provider for an arrival, if `mayBeginLogin`.
 *
 * @param address - the client address.
 * @param callbackUrl - where to go after the login.
 * @returns where to send the browser: the provider, or the sign-in page with an error.
 */
export async function beginLoginAtArrival(address: string, callbackUrl: string): Promise<string> {
  if (!(await limitSignIn(address)).isAllowed) return signInPath({ callbackUrl, error: 'failed' })
  // Loaded on demand because it loads slowly and most arrivals do not need it.
  const { beginLogin } = await import('./next-auth')
  return beginLogin('users', callbackUrl)
}
