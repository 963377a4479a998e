import { parseSetCookie } from 'cookie'
import { openIdProviderIds, withVariablesOf, type People } from '../../lib/auth/people'
import { sendRequest, type HttpResponse } from './http'
import { holds, unknown, wrong, type Verdict } from './verdict'

/* Checks, without a user, whether the pages of the provider accept a sign-in request. */

const maxRedirects = 5

/** Returns the URL to which a provider sends people back. */
export const redirectAddressOf = ({ origin }: URL, callback: string) => `${origin}/api/auth/callback/${callback}`

/** Judges the redirect URL in an authorization request; undefined if it is right. */
export function judgeRedirectAddress(authorization: URL, ownOrigin: URL, callback: string): Verdict | undefined {
  const named = authorization.searchParams.get('redirect_uri') ?? 'nowhere'
  if (named === redirectAddressOf(ownOrigin, callback)) return undefined
  const todo = `Set NEXTAUTH_URL to ${ownOrigin.origin}, where people reach this app.`
  return wrong(`The app asks the provider to send people back to ${named}.`, todo)
}

/**
 * Judges the authorization request that a sign-in sends to the OpenID provider.
 *
 * @param people - whose login this is.
 * @throws UnreachableError
 */
export async function judgeAuthorization(authorization: URL, ownOrigin: URL, people: People): Promise<Verdict> {
  const misled = judgeRedirectAddress(authorization, ownOrigin, openIdProviderIds[people])
  if (misled) return misled
  const redirectAddress = redirectAddressOf(ownOrigin, openIdProviderIds[people])
  const refusal = refusalIn(await answerTo(authorization, ownOrigin))
  if (refusal === undefined) {
    return holds(`Signing in leads to ${authorization.host}, which takes ${redirectAddress}.`)
  }
  if (/^429|temporarily_unavailable/.test(refusal)) {
    return unknown(`The provider does not take a sign-in now (${refusal}).`, 'Run this again later.')
  }
  const scope = authorization.searchParams.get('scope') ?? ''
  const todo = withVariablesOf(people, remedyFor(refusal, { redirectAddress, scope }))
  return wrong(`The provider refuses to sign anyone in (${refusal}).`, todo)
}

/** The last URL of a sign-in. If there is no response, the check did not open the URL. */
interface Answer {
  address: URL
  response?: HttpResponse
}

/** Opens the URL like a browser without cookies. Follows redirects until one goes back to the app or has an error. */
async function answerTo(authorization: URL, ownOrigin: URL): Promise<Answer> {
  const cookies = new Map<string, { site: string; pair: string }>()
  let address = authorization
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const { hostname } = address
    const sent = Array.from(cookies.values()).filter(({ site }) => `.${hostname}`.endsWith(`.${site}`))
    const cookie = sent.map(({ pair }) => pair).join('; ')
    const response = await sendRequest(address, { headers: { Accept: 'text/html', ...(cookie && { Cookie: cookie }) } })
    const location = response.headers.get('Location') ?? ''
    const isRedirect = response.status >= 300 && response.status < 400 && location !== ''
    if (!isRedirect || !URL.canParse(location, address.href)) return { address, response }
    // Most sign-in pages are errors without the cookies of the first response.
    for (const line of response.headers.getSetCookie()) {
      const { name, value = '', domain = hostname } = parseSetCookie(line)
      cookies.set(`${domain} ${name}`, { site: domain.replace(/^\./, ''), pair: `${name}=${value}` })
    }
    address = new URL(location, address)
    const isFollowed = /^https?:$/.test(address.protocol) && address.origin !== ownOrigin.origin
    if (!isFollowed || errorOf(address)) break
  }
  return { address }
}

/** Error codes that an error page can contain, from the standards or from Google and Cognito. */
const knownWords =
  /\b(?:invalid_scope|invalid_client|unauthorized_client|invalid_redirect_uri|redirect_uri_mismatch|redirect_mismatch)\b/

/** Returns the error in the query of a redirect back to the app or to an error page of the provider. */
const errorOf = ({ searchParams }: URL) => searchParams.get('error') || searchParams.get('authError')

/** Returns the provider's reason for a refusal (an HTTP status, an error code or an Entra number), or undefined. */
function refusalIn({ address, response }: Answer): string | undefined {
  const status = response && response.status >= 400 ? String(response.status) : undefined
  const error = errorOf(address)
  const word = error
    ? (/^[\w.-]{1,60}$/.exec(error)?.[0] ?? 'error')
    : status && knownWords.exec(response?.text ?? '')?.[0]
  // Entra's error pages have status 200.
  const number = /AADSTS\d+(?=:)/.exec(`${address.searchParams.get('error_description')} ${response?.text}`)?.[0]
  return [status, word, number].filter(Boolean).join(', ') || undefined
}

function remedyFor(refusal: string, { redirectAddress, scope }: { redirectAddress: string; scope: string }): string {
  const register = `Register ${redirectAddress} there as redirect address, letter for letter`
  if (/invalid_scope|AADSTS(?:70011|650053)\b/.test(refusal)) {
    return `Allow this client every scope of OIDC_SCOPE (${scope}) there, or set fewer.`
  }
  if (/redirect|AADSTS50011\b/.test(refusal)) return `${register}.`
  if (/unauthorized_client|invalid_client|AADSTS700016\b/.test(refusal)) {
    return "Set OIDC_CLIENT_ID to the ID of this app's client there, and allow it the authorization code flow."
  }
  return `${register}, and check OIDC_CLIENT_ID and OIDC_SCOPE (${scope}).`
}
