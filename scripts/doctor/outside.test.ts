import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { listen } from '../../e2e/harness/listen'
import { authCookies } from '../../lib/auth/cookies'
import { securityHeaders } from '../../lib/request/security-headers'
import { UnreachableError, type HttpRequest, type HttpResponse } from '../checks/http'
import type { Verdict } from '../checks/verdict'
import { Deployment } from './deployment'
import {
  cookieProblems,
  headerProblems,
  judgeArrival,
  judgeCertificate,
  judgeCookies,
  judgeHeaders,
  judgeHttps,
  judgeReady,
} from './outside'
import { judgeHostNames, judgeLongHeaders, judgePlainHttp, judgeUploads } from './proxy'

/* What the doctor says about the answers of an imitated deployment. e2e/commands/doctor.spec.ts examines a real one. */

const origin = 'https://connect.example'

interface Answer {
  status?: number
  headers?: Record<string, string>
  cookies?: string[]
}

type Change = (path: string, request: HttpRequest, usual: Answer) => Answer | undefined

const policy = (nonce: string) => securityHeaders({ nonce, isHttps: true, isDevelopment: false, isAndroid: false })
const session = authCookies('users', true).sessionToken.name
const protection = 'Path=/; Secure; HttpOnly; SameSite=lax'
let pages = 0

/** The answers of a right deployment behind a right proxy. */
function usualAnswer(path: string, { headers = {} }: HttpRequest): Answer {
  const { pathname, searchParams } = new URL(path, origin)
  if (headers['Host'] === 'another.invalid') return { status: 421 }
  if (pathname === '/signin') return { headers: policy(`page-${(pages += 1)}`) }
  if (pathname === '/api/doctor') return { headers: { 'X-Padding': '-' } }
  if (pathname !== '/connect') return { status: pathname === '/api/ready' ? 200 : 404 }
  if (searchParams.has('request_id') !== searchParams.has('nonce')) return { status: 400 }
  const deleted = headers['Cookie']?.includes(session) ? [`${session}=; ${protection}`] : []
  return {
    status: 303,
    headers: { Location: '/connect/confirm' },
    cookies: [`__Host-link=1; ${protection}`, ...deleted],
  }
}

const dayMs = 24 * 60 * 60 * 1000

/** Returns a right deployment with one change. */
function deploymentWith(change: Change = () => undefined, { at = origin, certificateDays = 60 } = {}): Deployment {
  const deployment = new Deployment(new URL(at), 'a token')
  deployment.open = async (path, given?: HttpRequest): Promise<HttpResponse> => {
    const request = given ?? {}
    const usual = usualAnswer(path, request)
    const { status = 200, headers, cookies = [] } = change(path, request, usual) ?? usual
    const sent = new Headers(headers)
    for (const cookie of cookies) sent.append('Set-Cookie', cookie)
    return { status, headers: sent, text: '', certificateEnd: new Date(Date.now() + (certificateDays + 0.5) * dayMs) }
  }
  return deployment
}

type Judge = (deployment: Deployment) => Promise<Verdict>

const judges: Record<string, Judge> = {
  judgeHttps,
  judgeCertificate,
  judgeReady,
  judgeHeaders,
  judgeArrival,
  judgeCookies,
  judgeLongHeaders,
  judgeUploads,
  judgeHostNames,
}

it.each(Object.keys(judges))('%s holds for a right deployment', async (name) => {
  expect(await judges[name]?.(deploymentWith())).toMatchObject({ state: 'holds', todo: null })
})

const arrivalTo =
  (location: string): Change =>
  (path, _, usual) =>
    path.includes('nonce=') ? { ...usual, headers: { Location: location } } : undefined

const withCallback = (address: string, callback: string) =>
  `${address}?redirect_uri=${encodeURIComponent(origin + callback)}`

it.each([
  ['the provider of the users’ login', withCallback('https://login.example/authorize', '/api/auth/callback/oidc')],
  ['the sign-in page, because the provider is down', '/signin?callbackUrl=%2Fconnect%2Fconfirm&error=unreachable'],
])('judgeArrival holds when an arrival leads to %s', async (_, location) => {
  expect((await judgeArrival(deploymentWith(arrivalTo(location)))).state).toBe('holds')
})

const answers =
  (answer: Answer): Change =>
  () =>
    answer
const refusesCertificate =
  (code: string): Change =>
  () => {
    throw new UnreachableError('connect.example', code)
  }
const endsSoon = deploymentWith(undefined, { certificateDays: 13 })
const dropsCookies: Change = (_, __, usual) => ({ ...usual, cookies: [] })
const changesCookies: Change = (_, __, usual) => ({
  ...usual,
  cookies: usual.cookies?.map((line) => line.replace('; Secure', '')) ?? [],
})
const takesShortHeaders: Change = (_, { headers }) =>
  Number(headers?.['Cookie']?.length) > 8192 ? { status: 400 } : undefined
const takesSmallFiles: Change = (_, { body = '' }) => ({ status: body.length > 2 ** 20 ? 413 : 404 })
const proxyLogin = arrivalTo(withCallback('https://login.example/authorize', '/oauth2/callback'))
const lostQuery = answers({ status: 303, headers: { Location: '/connect/confirm' } })
const settings = 'docs/deploy/nginx.conf, or docs/deploy/other-proxies.md'
const toAnotherPage = 'a whole link leads to another page'
const passCookies = 'pass on the Cookie header'

it.each<[string, Judge, Change | Deployment, string, string]>([
  ['another program', judgeHttps, answers({ status: 404 }), '/signin answers with 404', 'what answers there'],
  ['plain http', judgeHttps, deploymentWith(undefined, { at: 'http://a.example' }), 'is not https', 'Put a proxy'],
  [
    'a certificate of an own CA',
    judgeHttps,
    refusesCertificate('DEPTH_ZERO_SELF_SIGNED_CERT'),
    'cannot be reached',
    'set NODE_EXTRA_CA_CERTS',
  ],
  [
    'half a chain',
    judgeCertificate,
    refusesCertificate('UNABLE_TO_VERIFY_LEAF_SIGNATURE'),
    'not trusted',
    'set NODE_EXTRA_CA_CERTS',
  ],
  [
    'an expired certificate',
    judgeCertificate,
    refusesCertificate('CERT_HAS_EXPIRED'),
    'not trusted',
    'Install a valid',
  ],
  ['a certificate that ends soon', judgeCertificate, endsSoon, 'valid for 13 more days', 'Renew it'],
  ['no work', judgeReady, answers({ status: 404 }), '/api/ready answers with 404.', 'the log of that instance'],
  ['cached pages', judgeHeaders, answers({ headers: policy('same') }), 'the same nonce, so one was cached', 'cache no'],
  ['dropped headers', judgeHeaders, answers({}), 'Content-Security-Policy is missing', 'replace none'],
  ['a gateway', judgeArrival, arrivalTo('https://gateway.example/login'), toAnotherPage, 'no login'],
  ['a login of the proxy', judgeArrival, proxyLogin, toAnotherPage, 'no login'],
  ['no /connect', judgeArrival, answers({ status: 404 }), 'answers with 404 instead of 303', 'no block of'],
  ['a lost query', judgeArrival, lostQuery, 'The query does not arrive at /connect.', 'pass on the query'],
  ['dropped cookies of responses', judgeCookies, dropsCookies, 'No cookie of a response arrives.', passCookies],
  ['dropped cookies of requests', judgeCookies, (path) => usualAnswer(path, {}), 'No cookie of a request', passCookies],
  ['changed cookies', judgeCookies, changesCookies, '__Host-link is not secure', 'pass on cookies as they are'],
  ['at most 8 KB of request headers', judgeLongHeaders, takesShortHeaders, 'answers with 400', settings],
  ['files up to 1 MB', judgeUploads, takesSmallFiles, '413', settings],
])('the doctor finds a deployment with %s: %o', async (_, judge, given, what, todo) => {
  const deployment = given instanceof Deployment ? given : deploymentWith(given)
  expect(await judge(deployment)).toEqual({
    state: 'wrong',
    what: expect.stringContaining(what),
    todo: expect.stringContaining(todo),
  })
})

it('judgeHostNames suggests the settings of a proxy when the app answers for another host name', async () => {
  expect(await judgeHostNames(deploymentWith(() => ({ headers: policy('n') })))).toMatchObject({
    state: 'holds',
    what: 'The app answers for other host names too.',
    todo: expect.stringContaining(settings),
  })
})

it.each([
  [200, 'wrong', 'It answers over http too (200).', 'Let http lead to https'],
  [301, 'holds', 'Caches may keep the redirect', 'no-store'],
  [307, 'holds', 'Plain http leads to https', null],
])('judgePlainHttp judges an answer with %i', async (status, state, what, todo) => {
  const server = createServer(({ url }, response) => response.writeHead(status, { Location: origin + url }).end())
  const { port, close } = await listen(server)
  onTestFinished(close)
  const verdict = await judgePlainHttp(new Deployment(new URL(origin), undefined, new URL(`http://localhost:${port}`)))
  expect(verdict).toMatchObject({ state, what: expect.stringContaining(what) })
  expect(verdict.todo ?? '').toContain(todo ?? '')
  expect(verdict.todo === null).toBe(todo === null)
})

it.each<[Record<string, string | null>, string[]]>([
  [{}, []],
  [{ 'Cache-Control': 'private, no-cache, no-store, max-age=0' }, []],
  [{ 'Content-Security-Policy': null }, ['Content-Security-Policy is missing']],
  [{ 'Content-Security-Policy': "default-src 'self'" }, ['Content-Security-Policy has another value']],
  [{ 'Strict-Transport-Security': null }, ['Strict-Transport-Security is missing']],
  [{ 'Cache-Control': 'public, max-age=60' }, ['Cache-Control has another value']],
])('headerProblems with %j are %j', (change, problems) => {
  const given = Object.entries({ ...policy('AAAAAAAAAAAAAAAAAAAAAA=='), ...change })
  expect(
    headerProblems(new Headers(given.flatMap(([name, value]) => (value === null ? [] : [[name, value]]))), true),
  ).toEqual(problems)
})

it.each([
  ['__Host-a=b=c; Path=/; Secure; HttpOnly; SameSite=lax', []],
  ['__Host-a=1; Path=/; HttpOnly; SameSite=lax', ['__Host-a is not secure']],
  ['__Host-a=1; Path=/; Secure; SameSite=lax', ['__Host-a is not httponly']],
  ['__Host-a=1; Path=/; Secure; HttpOnly', ['__Host-a is not samesite']],
  ['__Host-a=1; Path=/; Secure; HttpOnly; SameSite=None', ['__Host-a is SameSite=None']],
  ['__Host-a=1; Domain=example.com; Secure; HttpOnly; SameSite=lax', ['__Host-a is for a whole domain']],
  ['__Secure-a=1; Path=/; Secure; HttpOnly; SameSite=lax', ['__Secure-a has no __Host- prefix']],
])('cookieProblems of %s are %j', (line, problems) => {
  expect(cookieProblems(line)).toEqual(problems)
})
