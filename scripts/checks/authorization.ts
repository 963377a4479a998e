import { parseSetCookie } from 'cookie'
import { openIdProviderIds, redirectAddressOf, withVariablesOf, type People } from '../../lib/auth/people'
import { loggableText } from '../../lib/auth/failure'
import { sendRequest, type HttpResponse } from './http'
import { holds, unknown, wrong, type Verdict } from './verdict'

/* Checks, without a user, whether the pages of the provider accept a sign-in request. */

const maxRedirects = 5

/** Judges the redirect URL in an authorization request; undefined if it is right. */
export function judgeRedirectAddress(authorization: URL, ownOrigin: URL, callback: string): Verdict | undefined {
  const named = authorization.searchParams.get('redirect_uri') ?? 'nowhere'
  if (named === redirectAddressOf(ownOrigin, callback)) return undefined
  const todo = `Set NEXTAUTH_URL to ${ownOrigin.origin}, where people reach this app.`
  return wrong(`The app asks the provider to send people back to ${named}.`, todo)
}

/** Made-up values. A provider that shows its page for one does not check that part before the password. */
const madeUp = () => [
  { part: 'client ID', name: 'client_id', value: crypto.randomUUID() },
  { part: 'redirect URL', name: 'redirect_uri', value: 'https://redirect.invalid/' },
  { part: 'scope', name: 'scope', value: `openid ${crypto.randomUUID()}` },
]

/** Judges the authorization request that a sign-in sends to the OpenID provider. @throws UnreachableError */
export async function judgeAuthorization(authorization: URL, ownOrigin: URL, people: People): Promise<Verdict> {
  const misled = judgeRedirectAddress(authorization, ownOrigin, openIdProviderIds[people])
  if (misled) return misled
  const { host } = authorization
  const redirectAddress = redirectAddressOf(ownOrigin, openIdProviderIds[people])
  const { refusal, said } = await refusalAt(authorization, ownOrigin)
  if (refusal === undefined) {
    const { alike, unanswered } = await uncheckedParts(authorization)
    const what = `Signing in leads to ${host}`
    const scopeOnly = [...alike, ...unanswered].every((part) => part === 'scope')
    const gaps = [
      alike.length > 0 &&
        ` It shows the same page for a made-up ${oneOf.format(alike)}, so ${scopeOnly ? 'nothing is known of OIDC_SCOPE' : 'it checks that only after the password, or never'}.`,
      unanswered.length > 0 &&
        ` It does not answer a made-up ${oneOf.format(unanswered)} now, so nothing is known of that.`,
    ].filter(Boolean)
    if (scopeOnly) return holds(`${what}, which takes ${redirectAddress}.${gaps.join('')}`)
    return unknown(
      `${what}.${gaps.join('')}`,
      `Sign in once. Have ${redirectAddress} registered there as redirect address, letter for letter.`,
    )
  }
  if (busy.test(refusal)) {
    return unknown(`The provider does not take a sign-in now (${said}).`, 'Run this again later.')
  }
  const scope = authorization.searchParams.get('scope') ?? ''
  const todo = withVariablesOf(people, remedyFor(refusal, { redirectAddress, scope }))
  return wrong(`The provider refuses to sign anyone in (${said}).`, todo)
}

const oneOf = new Intl.ListFormat('en-GB', { type: 'disjunction' })

const busy = /^(?:429|50[234])|temporarily_unavailable/

/** Returns the parts of the request whose made-up values the provider answers with a page, or does not answer now. */
async function uncheckedParts(authorization: URL): Promise<{ alike: string[]; unanswered: string[] }> {
  const answers = await Promise.all(
    madeUp().map(async ({ part, name, value }) => {
      const address = new URL(authorization)
      address.searchParams.set(name, value)
      const { refusal } = await refusalAt(address, new URL(address.searchParams.get('redirect_uri') ?? ''))
      return { part, refusal }
    }),
  )
  const partsOf = (isWanted: (refusal: string | undefined) => boolean) =>
    answers.filter(({ refusal }) => isWanted(refusal)).map(({ part }) => part)
  return {
    alike: partsOf((refusal) => refusal === undefined),
    unanswered: partsOf((refusal = '') => /^(?:429|5)|temporarily_unavailable|server_error/.test(refusal)),
  }
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

interface Refusal {
  /** An HTTP status, an error code or an Entra number. */
  refusal: string | undefined
  /** The same with the provider's own words. */
  said: string | undefined
}

/** Opens a URL of the provider like a browser without a session, until a redirect `back`. @throws UnreachableError */
export async function refusalAt(url: URL, back: URL): Promise<Refusal> {
  const answer = await answerTo(url, back)
  const refusal = refusalIn(answer)
  // Of the parameters of a URL, only these words are the provider's.
  const words = loggableText(answer.address.searchParams.get('error_description') ?? undefined, [])
  return { refusal, said: refusal && words ? `${refusal}: ${words}` : refusal }
}

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
