import 'server-only'
import { cookies, headers as requestHeaders } from 'next/headers'
import { randomNonce, randomPKCECodeVerifier, randomState } from 'openid-client'
import { limitSignIn, requestAddress } from '@/lib/limits'
import { authorizationUrl } from './authorization-code'
import { LoginError } from './failure'
import { setLoginCookies } from './login-cookies'
import { loginSettingsOf } from './named-providers'
import { redirectUriOf, type People } from './people'
import { reportFailedLogin } from './report-failure'
import { signInPath } from './sign-in-query'

/**
 * Begins a login at a provider. `callback.ts` ends it.
 *
 * @param callbackUrl - a path of this app, as `returnPath` allows.
 * @returns where to send the browser: the provider, or the sign-in page if the login cannot begin.
 */
export async function beginLogin(people: People, callbackUrl: string): Promise<string> {
  const settings = loginSettingsOf(people)
  const { isAllowed } = await limitSignIn(requestAddress(await requestHeaders()))
  if (!settings || !isAllowed) return signInPath({ callbackUrl, error: 'failed' })
  try {
    const provider = await settings.provider()
    const [state, codeVerifier] = [randomState(), randomPKCECodeVerifier()]
    const nonce = settings.usesNonce ? randomNonce() : undefined
    const values = { redirectUri: redirectUriOf(people), state, codeVerifier, nonce }
    await setLoginCookies(people, await cookies(), { state, pkceCodeVerifier: codeVerifier, nonce }, callbackUrl)
    return (await authorizationUrl(provider, settings, values)).href
  } catch (error) {
    if (!(error instanceof LoginError)) throw error
    return reportFailedLogin(people, callbackUrl, error)
  }
}
