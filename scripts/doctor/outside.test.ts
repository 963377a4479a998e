import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { listen } from '../../e2e/harness/listen'
import { securityHeaders } from '../../lib/request/security-headers'
import type { HttpRequest, HttpResponse } from '../checks/http'
import { Deployment } from './deployment'
import { judgeArrival, judgeReady } from './outside'
import { judgeHostNames, judgePlainHttp, judgeUploads } from './proxy'

/* What the doctor says about the answers of a deployment. e2e/commands/doctor.spec.ts examines a real one. */

const origin = 'https://connect.example'

const answer = (status: number, headers: Record<string, string> = {}): HttpResponse => ({
  status,
  headers: new Headers(headers),
  text: '',
})

/** Returns a deployment that answers like this. */
function answering(open: (path: string, request: HttpRequest) => HttpResponse): Deployment {
  const deployment = new Deployment(new URL(origin))
  deployment.open = async (path, request?: HttpRequest) => open(path, request ?? {})
  return deployment
}

/** Judges a deployment whose `/connect` redirects a whole link to this URL. */
const arrivalAt = (location: string) =>
  judgeArrival(
    answering((path) => {
      const isWhole = path.includes('nonce')
      if (path.includes('request_id') && !isWhole) return answer(400)
      return answer(303, { Location: isWhole ? location : '/connect/confirm' })
    }),
  )

const withCallback = (address: string, callback: string) =>
  `${address}?redirect_uri=${encodeURIComponent(origin + callback)}`

it.each([
  ['the connect page', '/connect/confirm'],
  ['the provider of the users’ login', withCallback('https://login.example/authorize', '/api/auth/callback/oidc')],
  ['the sign-in page, because the provider is down', '/signin?callbackUrl=%2Fconnect%2Fconfirm&error=unreachable'],
])('judgeArrival holds when an arrival leads to %s', async (_, location) => {
  expect((await arrivalAt(location)).state).toBe('holds')
})

it.each([
  ['a gateway', 'https://gateway.example/login'],
  ['a login of the proxy', withCallback('https://login.example/authorize', '/oauth2/callback')],
])('judgeArrival is wrong when an arrival leads to %s', async (_, location) => {
  expect((await arrivalAt(location)).what).toContain('a whole link leads to another page')
})

it('judgeArrival is wrong when /connect leads nowhere, or loses its query', async () => {
  const nowhere = await judgeArrival(answering(() => answer(404)))
  expect(nowhere).toMatchObject({
    state: 'wrong',
    what: expect.stringContaining('a whole link answers with 404 instead of 303'),
  })
  const withoutQuery = await judgeArrival(answering(() => answer(303, { Location: '/connect/confirm' })))
  expect(withoutQuery).toMatchObject({ state: 'wrong', what: 'The query does not arrive at /connect.' })
})

it('judgeReady is wrong when the instance takes no work', async () => {
  const judged = (status: number) => judgeReady(answering(() => answer(status)))
  expect((await judged(200)).state).toBe('holds')
  expect(await judged(404)).toMatchObject({ state: 'wrong', what: '/api/ready answers with 404.' })
})

it('judgeUploads is wrong when a file of more than 1 MB is refused before it reaches the app', async () => {
  const limited = answering((_, { body = '' }) => answer(body.length > 1024 * 1024 ? 413 : 404))
  expect(await judgeUploads(limited)).toMatchObject({
    state: 'wrong',
    what: expect.stringContaining('A file of 2 MB is refused (413) before it reaches the app'),
    todo: expect.stringContaining('docs/deploy/nginx.conf, or docs/deploy/other-proxies.md'),
  })
  expect((await judgeUploads(answering(() => answer(404)))).state).toBe('holds')
})

it('judgeHostNames suggests the settings of a proxy when the app answers for another host name', async () => {
  const policy = securityHeaders({ nonce: 'n', isHttps: true, isDevelopment: false, isAndroid: false })
  const open = answering((_, { headers }) => answer(200, headers?.['Host'] === 'another.invalid' ? policy : {}))
  expect(await judgeHostNames(open)).toMatchObject({
    state: 'holds',
    what: 'The app answers for other host names too.',
    todo: expect.stringContaining('docs/deploy/nginx.conf, or docs/deploy/other-proxies.md'),
  })
  expect(await judgeHostNames(answering(() => answer(421)))).toMatchObject({ state: 'holds', todo: null })
})

it('judgePlainHttp is wrong when another program answers, and suggests a redirect that no cache keeps', async () => {
  let status = 200
  const server = createServer(({ url }, response) => {
    response.writeHead(status, { Location: origin + url }).end()
  })
  const { port, close } = await listen(server)
  onTestFinished(close)
  const judged = () => judgePlainHttp(new Deployment(new URL(origin), undefined, new URL(`http://localhost:${port}`)))
  expect(await judged()).toMatchObject({ state: 'wrong', what: 'It answers over http too (200).' })
  status = 301
  expect(await judged()).toMatchObject({
    state: 'holds',
    what: expect.stringContaining('Caches may keep the redirect'),
    todo: expect.stringContaining('no-store'),
  })
  status = 307
  expect(await judged()).toMatchObject({ state: 'holds', todo: null })
})
