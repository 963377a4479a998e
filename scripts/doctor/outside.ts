import { connect } from 'node:tls'
import { securityHeaders } from '../../lib/request/security-headers'
import type { Deployment } from './deployment'
import { holds, unknown, wrong, type Verdict } from './finding'
import { UnreachableError, type HttpResponse } from './http'

/** Certificates that renew themselves do so a month before their end: below this, something has stopped. */
const minCertificateDays = 14
const dayInMs = 24 * 60 * 60 * 1000

/** Whether the app answers over https. */
export async function judgeHttps(deployment: Deployment): Promise<Verdict> {
  const { origin } = deployment.origin
  const startedAt = performance.now()
  let status: number
  try {
    status = (await deployment.signInPage()).status
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    return wrong(
      `${origin} cannot be reached from here (${error.code}).`,
      'Check that the app runs, its DNS, the certificate, and what stands in front. From inside of a container the ' +
        'public address may be out of reach: then run the doctor elsewhere with --url.',
    )
  }
  const durationMs = Math.round(performance.now() - startedAt)
  if (status !== 200) {
    return wrong(
      `${origin}/signin answers with ${status}.`,
      'Check that this app answers there, and look into its log.',
    )
  }
  if (!deployment.isHttps) return wrong(`${origin} is not https.`, 'Put a proxy with a certificate in front.')
  return holds(`${origin} answers (${durationMs} ms).`)
}

/** Whether browsers trust the certificate, and for how long it is valid. */
export async function judgeCertificate({ origin, isHttps }: Deployment, now = Date.now()): Promise<Verdict> {
  if (!isHttps) return unknown('Not checked: without https there is no certificate.')
  const certificate = await readCertificate(origin)
  if (!certificate) return unknown('Not checked: the deployment was not reached.')
  const { endsAt, problem } = certificate
  const days = Math.floor((endsAt - now) / dayInMs)
  if (days < 0)
    return wrong(`It ended ${-days} days ago.`, 'Renew the certificate, and see why it did not renew itself.')
  if (problem)
    return wrong(`It is not trusted (${problem}).`, 'Install the whole chain of a certificate for this host.')
  const what = `It is trusted and valid for ${days} more days.`
  return days >= minCertificateDays ? holds(what) : wrong(what, 'Renew it, and see why it did not renew itself.')
}

/** Reads the certificate; undefined where nobody answers. */
function readCertificate({
  hostname,
  port,
}: URL): Promise<{ endsAt: number; problem: string | undefined } | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    // Nothing is sent on this connection: it is made to look at a certificate that others would refuse.
    const socket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false }, () => {
      const { authorized, authorizationError } = socket
      const endsAt = Date.parse(socket.getPeerCertificate().valid_to)
      socket.destroy()
      resolve({ endsAt, problem: authorized ? undefined : String(authorizationError) })
    })
    socket.setTimeout(10_000, () => socket.destroy())
    socket.on('error', () => resolve(undefined))
    socket.on('close', () => resolve(undefined))
  })
}

const policyNonce = /'nonce-([^']+)'/

/** Whether the security headers arrive as the app sends them. */
export async function judgeHeaders(deployment: Deployment): Promise<Verdict> {
  const [first, second] = await Promise.all([deployment.signInPage(), deployment.open('/signin')])
  const problems = headerProblems(first, { isHttps: deployment.isHttps })
  const nonce = nonceOf(first)
  if (nonce !== undefined && nonce === nonceOf(second))
    problems.push('two responses have the same nonce: one was cached')
  if (problems.length === 0) return holds('The security headers arrive as the app sends them.')
  return wrong(
    `As it arrives, ${problems.join('; ')}.`,
    'Let what stands in front pass on the headers of the app, replace none, and cache no page.',
  )
}

const nonceOf = (response: HttpResponse) => policyNonce.exec(textOf(response.headers['content-security-policy']))?.[1]

/** What is wrong with the headers of a page. */
export function headerProblems(response: HttpResponse, { isHttps }: { isHttps: boolean }): string[] {
  const nonce = nonceOf(response) ?? ''
  const expected = securityHeaders({ nonce, isHttps, isDevelopment: false, isAndroid: false })
  return Object.entries(expected).flatMap(([name, value]) => {
    const received = textOf(response.headers[name.toLowerCase()])
    if (received === '') return [`${name} is missing`]
    // Next or a proxy may add to what forbids caching.
    const isAsSent = name === 'Cache-Control' ? received.includes(value) : received === value
    return isAsSent ? [] : [`${name} is another one`]
  })
}

const textOf = (value: string | string[] | undefined) => [value ?? ''].flat().join(', ')
