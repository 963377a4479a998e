import 'server-only'
import { cookies } from 'next/headers'
import { config } from '@/lib/config'
import { limitSignIn } from '@/lib/limits'
import { isAskedToSignIn } from './ask-to-sign-in'
import { loginSettingsOf } from './named-providers'
import { openLoginCookie } from './session'
import { signInPath } from './sign-in-query'

/**
 * Begins a login at the users' provider for a person who arrives with a connect link, where the sign-in page would ask
 * for one press and nothing else.
 *
 * Not while this browser has a login under way: a new one would end that of another tab, and a person who comes back from
 * a page of the provider that helps no further would be sent there again.
 *
 * @param address - where the request comes from.
 * @param callbackUrl - where to go after the login.
 * @returns where the browser goes: to the provider, or to the sign-in page, which then says what went wrong; null where no
 *   login is begun, and the sign-in page asks for a press as usual.
 */
export async function beginLoginAtArrival(address: string, callbackUrl: string): Promise<string | null> {
  const { login } = config()
  if (login.page === 'always' || login.isDemo || !loginSettingsOf('users')) return null
  if ((await isAskedToSignIn()) || (await openLoginCookie(await cookies(), 'users', 'state'))) return null
  if (!(await limitSignIn(address)).isAllowed) return signInPath({ callbackUrl, error: 'failed' })
  // It takes long to load, and most arrivals do without it.
  const { beginLogin } = await import('./next-auth')
  return beginLogin('users', callbackUrl)
}
