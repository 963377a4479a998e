import { randomUUID } from 'node:crypto'
import { parseSetCookie } from 'cookie'
import { dayInMs } from '../../lib/config/durations'
import { authCookies } from '../../lib/auth/cookies'
import { madeUpRequestId } from '../../lib/console/key-check'
import { policyNonce, securityHeaders } from '../../lib/request/security-headers'
import { ownCaHint, UnreachableError, type HttpResponse } from '../checks/http'
import { holds, unknown, verdictOf, wrong, type Verdict } from '../checks/verdict'
import type { Deployment } from './deployment'
import { callbackIn, pressSignIn } from './login'

/** Automatic renewal replaces a certificate a month before its end, so fewer days mean that renewal has stopped. */
const minCertificateDays = 14

export function judgeHttps(deployment: Deployment): Promise<Verdict> {
  const { origin } = deployment.origin
  const unreachableTodo =
    'Check that the app runs, its DNS, its certificate and its proxy. A container may be unable to reach its own ' +
    'public address. In that case, run the doctor on another machine with --url.'
  return verdictOf(async () => {
    const { status } = await deployment.signInPage()
    if (status !== 200) return wrong(`${origin}/signin answers with ${status}.`, 'Check what answers there.')
    if (!deployment.isHttps) return wrong(`${origin} is not https.`, 'Put a proxy with a certificate in front.')
    return holds(`${origin} answers.`)
  }, unreachableTodo)
}

export async function judgeCertificate(deployment: Deployment): Promise<Verdict> {
  if (!deployment.isHttps) return unknown('Not checked: without https there is no certificate.')
  try {
    const { certificateEnd } = await deployment.signInPage()
    const days = Math.floor((Number(certificateEnd) - Date.now()) / dayInMs)
    const what = `It is trusted and valid for ${days} more days.`
    return days >= minCertificateDays ? holds(what) : wrong(what, 'Renew it, and see why it did not renew itself.')
  } catch (error) {
    // OpenSSL and Node use codes like UNABLE_TO_VERIFY_LEAF_SIGNATURE for the faults of a certificate.
    if (!(error instanceof UnreachableError && /CERT|VERIFY/.test(error.code))) throw error
    const todo = ownCaHint(error.code) ?? 'Install a valid certificate of this host, the whole chain.'
    return wrong(`It is not trusted (${error.code}).`, todo)
  }
}

export async function judgeReady(deployment: Deployment): Promise<Verdict> {
  const { status } = await deployment.open('/api/ready')
  if (status === 200) return holds('The instance that answers takes work.')
  return wrong(
    `/api/ready answers with ${status}.`,
    'Its response and the log of that instance say what is unavailable.',
  )
}

export async function judgeHeaders(deployment: Deployment): Promise<Verdict> {
  const [first, second] = await Promise.all([deployment.signInPage(), deployment.open('/signin')])
  const problems = headerProblems(first.headers, deployment.isHttps)
  const nonce = policyNonce(first.headers)
  if (nonce && nonce === policyNonce(second.headers))
    problems.push('two responses have the same nonce, so one was cached')
  if (problems.length === 0) return holds('The security headers arrive as the app sends them.')
  const todo = "Let the proxy pass on the app's headers, replace none, and cache no page."
  return wrong(`The page arrives with wrong headers: ${problems.join('; ')}.`, todo)
}

export function headerProblems(headers: Headers, isHttps: boolean): string[] {
  const nonce = policyNonce(headers) ?? ''
  const expected = securityHeaders({ nonce, isHttps, isDevelopment: false, isAndroid: false })
  return Object.entries(expected).flatMap(([name, value]) => {
    const received = headers.get(name)
    if (!received) return [`${name} is missing`]
    // Next or a proxy may add directives that forbid caching.
    const isAsSent = name === 'Cache-Control' ? received.includes(value) : received === value
    return isAsSent ? [] : [`${name} has another value`]
  })
}

/** Opens a made-up connect link. The app holds it in a cookie, which the doctor discards. */
const openMadeUpLink = (deployment: Deployment, headers: Record<string, string> = {}) =>
  deployment.open(`/connect?request_id=${madeUpRequestId()}&nonce=${randomUUID()}`, { headers })

/** Checks whether the connect URL redirects to the connect page, or first to the sign-in page or the provider. */
function leadsToConnect({ status, headers }: HttpResponse, { origin }: Deployment): boolean {
  const location = headers.get('Location') ?? ''
  if (status !== 303 || !URL.canParse(location, origin)) return false
  const target = new URL(location, origin)
  return /^\/(?:connect\/confirm|signin)$/.test(target.pathname) || callbackIn(target) !== undefined
}

const insteadOfPage = ({ status }: HttpResponse) =>
  status === 303 ? 'leads to another page' : `answers with ${status} instead of 303`

export async function judgeArrival(deployment: Deployment): Promise<Verdict> {
  const [whole, half, none] = await Promise.all([
    openMadeUpLink(deployment),
    deployment.open(`/connect?request_id=${madeUpRequestId()}`),
    deployment.open('/connect'),
  ])
  if (leadsToConnect(none, deployment) && leadsToConnect(half, deployment)) {
    return wrong('The query does not arrive at /connect.', 'Let the proxy pass on the query of /connect.')
  }
  const problems = [
    ...(leadsToConnect(whole, deployment) ? [] : [`a whole link ${insteadOfPage(whole)}`]),
    ...(half.status === 400 ? [] : [`half a link answers with ${half.status} instead of 400`]),
    ...(leadsToConnect(none, deployment) ? [] : [`no link ${insteadOfPage(none)}`]),
  ]
  if (problems.length === 0)
    return holds('A whole link is held, half a link is refused, and /connect without a link leads to the page.')
  const todo = 'Let /connect reach this app as it is: no redirect, no login and no block of another program.'
  return wrong(`${problems.join('; ')}.`, todo)
}

/**
 * Checks whether cookies pass both ways. The cookies of arrival and sign-in must also be for this host and https only,
 * and hidden from scripts.
 */
export async function judgeCookies(deployment: Deployment): Promise<Verdict> {
  if (!deployment.isHttps) return unknown('Not checked: without https no cookie can be Secure.')
  // The app answers an unknown session with a cookie that deletes it.
  const { name } = authCookies('users', deployment.isHttps).sessionToken
  const [arrival, signIn] = await Promise.all([
    openMadeUpLink(deployment, { Cookie: `${name}=made-up` }),
    pressSignIn(deployment),
  ])
  if (!leadsToConnect(arrival, deployment)) return unknown('Not checked: a connect link is not held.')
  const held = arrival.headers.getSetCookie()
  const passCookies = 'Let the proxy pass on the Cookie header of requests and each Set-Cookie header of responses.'
  if (held.length === 0) return wrong('No cookie of a response arrives.', passCookies)
  if (!held.some((line) => line.startsWith(`${name}=`)))
    return wrong('No cookie of a request reaches the app.', passCookies)
  const problems = [...held, ...(signIn?.response.headers.getSetCookie() ?? [])].flatMap(cookieProblems)
  if (problems.length === 0)
    return holds('Cookies pass both ways. They are Secure, HttpOnly, SameSite and for this host only.')
  const todo = 'Let the proxy pass on cookies as they are, and set NEXTAUTH_URL to the https address.'
  return wrong(`${problems.join('; ')}.`, todo)
}

export function cookieProblems(line: string): string[] {
  const { name, secure, httpOnly, sameSite, domain } = parseSetCookie(line)
  return [
    ...(secure ? [] : [`${name} is not secure`]),
    ...(httpOnly ? [] : [`${name} is not httponly`]),
    ...(sameSite ? [] : [`${name} is not samesite`]),
    ...(sameSite === 'none' ? [`${name} is SameSite=None`] : []),
    ...(domain === undefined ? [] : [`${name} is for a whole domain`]),
    // The prefix makes browsers refuse the cookie from a sibling host or without https.
    ...(name.startsWith('__Host-') ? [] : [`${name} has no __Host- prefix`]),
  ]
}
