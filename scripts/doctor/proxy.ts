import { randomUUID } from 'node:crypto'
import { bodyTooLarge } from '../../lib/process/request-bounds'
import { policyNonce } from '../../lib/request/security-headers'
import { uploadPath } from '../../lib/request/paths'
import { sendRequest, UnreachableError } from '../checks/http'
import { hint, holds, unknown, wrong, type Verdict } from '../checks/verdict'
import { madeUpAddress, type Deployment, type Diagnosis } from './deployment'

/* Checks of a proxy in front of the app: what it passes on, adds, and answers itself. */

const settings = 'docs/deploy/nginx.conf, or docs/deploy/other-proxies.md'

export const setToken = 'Set METRICS_TOKEN for the deployment and for the doctor, so that the deployment reports it.'

/**
 * Checks whether the app uses the client address, and neither a made-up one nor a proxy's. The doctor sends a made-up
 * one in the header that the app reads. Proxies append other client addresses to it, or replace it.
 */
export function judgeProxyHops(diagnosis: Diagnosis | undefined, isHttps: boolean): Verdict {
  if (!diagnosis) return unknown('Not checked: the deployment does not report how requests reach it.', setToken)
  const { trustedProxyHops: hops, clientAddressHeader: header, forwardedFor } = diagnosis
  const entries = (forwardedFor ?? '').split(',').flatMap((entry) => entry.trim() || [])
  const proxies = entries.length - (entries.lastIndexOf(madeUpAddress) + 1)
  if (proxies === 0 && isHttps) {
    const todo = `Let it write the address that it sees into ${header} (${settings}), or set CLIENT_ADDRESS_HEADER to the header in which it passes the address.`
    return wrong('The proxy passes no client address to the app, so all users look like one client.', todo)
  }
  const what = `${proxies === 1 ? '1 proxy adds' : `${proxies} proxies add`} an address to ${header}, and TRUSTED_PROXY_HOPS is ${hops}`
  if (hops === proxies) return holds(`${what}.`)
  const danger =
    hops > proxies ? 'clients can choose the address that limits count' : 'all users of a proxy look like one client'
  return wrong(`${what}: ${danger}.`, `Set TRUSTED_PROXY_HOPS to ${proxies}.`)
}

/** More than proxies accept by default. nginx accepts 1 MB. */
const uploadBytes = 2 * 1024 * 1024

/** Checks whether a file reaches the app. Without a session, the app refuses a large body with a known text. */
export async function judgeUploads(deployment: Deployment): Promise<Verdict> {
  const { status, text } = await deployment.open(uploadPath, { method: 'POST', body: ' '.repeat(uploadBytes) })
  // The server of a platform passes on a request of any size.
  if (status === 404 || text.startsWith(bodyTooLarge))
    return holds('A file of 2 MB reaches the app, which refuses it without a session.')
  if (status !== 413) return unknown(`A file without a session is answered with ${status}.`)
  const what = 'A file of 2 MB is refused (413) before it reaches the app.'
  return wrong(what, `Let the proxy take any size at ${uploadPath}: ${settings}.`)
}

/** The max size of the cookies of links, a session and an unfinished sign-in. */
const cookieBytes = 9 * 1024

export async function judgeLongHeaders(deployment: Deployment): Promise<Verdict> {
  const { status, headers } = await deployment.openDiagnosis('?long', { Cookie: `doctor=${'-'.repeat(cookieBytes)}` })
  // The app answers with 401 or 404 without its token.
  if (![200, 401, 404].includes(status)) {
    const todo = `Let the proxy take 16 KB of request headers and 32 KB of response headers: ${settings}.`
    return wrong(`A request with 9 KB of cookies and a response with 12 KB of headers answers with ${status}.`, todo)
  }
  if (headers.has('X-Padding')) return holds('9 KB of cookies and 12 KB of response headers pass.')
  return unknown('9 KB of cookies pass. Long response headers were not checked.', setToken)
}

/** Checks whether plain http only redirects to https, and whether caches may keep the URL with the nonce. */
export async function judgePlainHttp({ plainOrigin, isHttps }: Deployment): Promise<Verdict> {
  if (!plainOrigin || !isHttps) return unknown('Not checked: the port is not 443.')
  const nonce = randomUUID()
  try {
    const { status, headers } = await sendRequest(new URL(`/connect?nonce=${nonce}`, plainOrigin))
    const location = headers.get('Location') ?? ''
    // The app itself refuses this link, which is not whole.
    const isApp = policyNonce(headers) !== undefined
    if (isApp || status < 300 || (status < 400 && !location.startsWith('https:'))) {
      return wrong(`It answers over http too (${status}).`, 'Let http lead to https, and to nothing else.')
    }
    const isKept = [301, 308].includes(status) && !/no-store/.test(headers.get('Cache-Control') ?? '')
    if (!isKept || !location.includes(nonce)) return holds('Plain http leads to https, or nowhere.')
    const what = `Caches may keep the redirect to https (${status}), with the nonce of a link in it.`
    return hint(what, `Add Cache-Control: no-store to that redirect, or answer with 307: ${settings}.`)
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    return holds('Nothing answers over plain http from here.')
  }
}

/** Checks whether the app answers only for its own host name. */
export async function judgeHostNames(deployment: Deployment): Promise<Verdict> {
  const { hostname: servername } = deployment.origin
  try {
    const { headers } = await deployment.open('/signin', { headers: { Host: 'another.invalid' }, servername })
    if (policyNonce(headers) === undefined) return holds('Another host name does not lead to the app.')
    return hint('The app answers for other host names too.', `Let the proxy refuse them: ${settings}.`)
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    return holds('The server does not answer for another host name.')
  }
}
