import 'server-only'
import { cookies } from 'next/headers'
import { config } from '@/lib/config'
import { hasMark } from './browser-marks'
import { loginSettingsOf } from './named-providers'
import { openLoginCookie } from './login-cookies'

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
  return !(await hasMark('ask-to-sign-in')) && !(await openLoginCookie(await cookies(), 'users', 'state'))
}

/** Begins a login as `beginLogin` does. Loads it on demand, because it loads slowly and most arrivals do not need it. */
export async function beginLoginAtArrival(callbackUrl: string): Promise<string> {
  const { beginLogin } = await import('./begin-login')
  return beginLogin('users', callbackUrl)
}
