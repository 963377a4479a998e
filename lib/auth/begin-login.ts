import 'server-only'
import { randomBytes } from 'node:crypto'
import { cookies, headers } from 'next/headers'
import { config } from '@/lib/config'
import { limitSignIn, requestAddress } from '@/lib/limits'
import { hasMark } from './browser-marks'
import { LoginError } from './failure'
import { openLoginCookie, setLoginCookies } from './login-cookies'
import { loginSettingsOf } from './named-providers'
import { providerIdOf, redirectAddressOf, type People } from './people'
import { authorizationUrl } from './provider'
import { reportFailedLogin } from './report-failure'
import { signInPath } from './sign-in-query'

const random = () => randomBytes(32).toString('base64url')

/**
 * Begins a login at a provider. `callback.ts` ends it.
 *
 * @param callbackUrl - a path of this app, as `returnPath` allows.
 * @returns where to send the browser: the provider, or the sign-in page if the login cannot begin.
 */
export async function beginLogin(people: People, callbackUrl: string): Promise<string> {
  const settings = loginSettingsOf(people)
  const { isAllowed } = await limitSignIn(requestAddress(await headers()))
  if (!settings || !isAllowed) return signInPath({ callbackUrl, error: 'failed' })
  try {
    const provider = await settings.provider()
    const values = { state: random(), codeVerifier: random(), nonce: settings.usesNonce ? random() : undefined }
    await setLoginCookies(people, await cookies(), values, callbackUrl)
    const redirectUri = redirectAddressOf(config().app, providerIdOf(people))
    return authorizationUrl(provider, settings, { redirectUri, ...values }).href
  } catch (error) {
    if (!(error instanceof LoginError)) throw error
    return reportFailedLogin(people, callbackUrl, error)
  }
}

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
