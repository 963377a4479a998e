import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import { globalAgent } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import getPort from 'get-port'
import { expect, test } from './fixtures'
import { startApp, standaloneFolder, type App } from './harness/app'
import { appVariables } from './harness/app-variables'
import { accounts } from './harness/people'
import { startRedis, type Redis } from './harness/redis'
import { startTlsProxy, type ProxyBehaviour, type TlsProxy } from './harness/tls-proxy'
import { startIdentityProvider, type IdentityProvider } from './idp/start'
import { startOwnSite } from './own-site/start'
import type * as Checks from '../scripts/doctor/checks'
import type * as Deployments from '../scripts/doctor/deployment'
import type * as Configs from '../lib/config'

/*
 * The doctor against a deployment as operators run it: the production build behind a proxy that terminates TLS, with a
 * real OpenID provider and Redis. Most tests make one mistake, and the doctor must find only this mistake.
 *
 * A few tests run the command as in a container: the built file, in a folder without packages. The other tests run a
 * bundle of the same source in this process, which takes a third of the time. scripts/doctor/checks.test.ts tests the
 * checks of the environment.
 */

test.describe.configure({ mode: 'default' })

type Finding = Checks.Finding

const lengthOfHead = ({ rawHeaders }: IncomingMessage) => rawHeaders.join('').length

const rightProxy: ProxyBehaviour = {
  addsForwardedFor: true,
  refuseRequest: ({ headers }) => (headers.host === new URL(proxy.origin).host ? undefined : 421),
}

let folder: string
let bundleFolder: string
let source: typeof Checks & typeof Deployments & typeof Configs
let redis: Redis
let provider: IdentityProvider
let proxy: TlsProxy
let app: App
let variables: Record<string, string>

test.beforeAll(async ({ standIn }) => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-'))
  for (const name of ['doctor.mjs', 'package.json', 'CHANGELOG.md']) {
    copyFileSync(join(standaloneFolder, name), join(folder, name))
  }
  source = await bundledSource()
  redis = await startRedis()
  const port = await getPort()
  proxy = await startTlsProxy(port, rightProxy)
  trust(proxy.certificate)
  // A resumed TLS session has no certificate to examine.
  Object.assign(globalAgent, { maxCachedSessions: 0 })
  provider = await startIdentityProvider({
    redirectUris: [`${proxy.origin}/api/auth/callback/oidc`],
    accounts,
  })
  variables = {
    ...appVariables({ standIn, port }),
    NEXTAUTH_URL: proxy.origin,
    DEMO_LOGIN: '',
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    REDIS_URL: redis.url,
    TRUSTED_PROXY_HOPS: '1',
    METRICS_TOKEN: randomBytes(32).toString('base64'),
  }
  app = await startApp({ port, origin: proxy.origin, variables })
})

test.beforeEach(() => {
  proxy.behaviour = rightProxy
})

test.afterAll(async () => {
  await app.close()
  await Promise.all([proxy.close(), provider.close(), redis.close()])
  for (const made of [folder, bundleFolder]) rmSync(made, { recursive: true })
})

test('the doctor finds nothing wrong in a correct deployment', async () => {
  const { findings, exitCode, output } = await doctor()
  expect(idsOf(findings, 'wrong')).toEqual([])
  // Plain http can only be checked when the port is 443.
  expect(idsOf(findings, 'unknown')).toEqual(['plain-http'])
  expect(idsOf(findings, 'holds')).toHaveLength(31)
  expect(exitCode).toBe(0)
  for (const name of ['SERVICE_API_KEY', 'NEXTAUTH_SECRET', 'HOLD_PASSWORD', 'OIDC_CLIENT_SECRET', 'METRICS_TOKEN']) {
    expect(output).not.toContain(variables[name])
  }
})

test('the table shows the state of each check and how to fix what is wrong', async () => {
  const right = await run([])
  expect(right.exitCode).toBe(0)
  expect(right.output).toContain('31 hold, 0 wrong, 1 unknown.')
  expect(right.output).toMatch(/✓ holds +Login +Signing in leads to localhost:/)

  proxy.behaviour = { ...rightProxy, addsForwardedFor: false }
  const wrong = await run([])
  expect(wrong.exitCode).toBe(1)
  expect(wrong.output).toMatch(/✗ wrong +TRUSTED_PROXY_HOPS/)
  expect(wrong.output).toContain('→ Let it add the address that it sees')
})

test('the doctor examines a deployment from outside when it has only the URL', async () => {
  const { findings, exitCode } = await doctor(['--url', `${proxy.origin}/any/page`], {})
  expect(idsOf(findings, 'wrong')).toEqual([])
  expect(idsOf(findings, 'holds')).toEqual([
    'https',
    'certificate',
    'host-names',
    'ready',
    'headers',
    'arrival',
    'cookies',
    'login',
    'uploads',
  ])
  expect(exitCode).toBe(0)

  const withToken = await doctor(['--url', proxy.origin], { METRICS_TOKEN: variables['METRICS_TOKEN'] ?? '' })
  expect(idsOf(withToken.findings, 'holds')).toEqual(
    expect.arrayContaining(['https', 'login', 'proxy-hops', 'long-headers', 'version']),
  )
})

test('the doctor reports the running version and the path of a request only with the right token', async () => {
  for (const token of [undefined, randomBytes(32).toString('base64')]) {
    const findings = await examined({ token })
    expect(idsOf(findings, 'unknown')).toEqual(['plain-http', 'proxy-hops', 'long-headers', 'version'])
    expect(idsOf(findings, 'wrong')).toEqual([])
  }
})

const isNamed = (header: string) => (name: string) => name.toLowerCase() === header

/** A deployment with one mistake. */
interface WrongDeployment {
  deployment: string
  proxy?: ProxyBehaviour
  /** The response over plain http. */
  plain?: { status: number; headers?: Record<string, string> }
  /** The URL for the doctor to examine. */
  url?: () => string
  /** Part of the text of each expected finding, by the finding's id. */
  findings: Record<string, string>
  /** The check holds, but its finding suggests an improvement. */
  isHint?: boolean
}

const wrongDeployments: WrongDeployment[] = [
  {
    deployment: 'a proxy that drops the security policy',
    proxy: { changeHeader: (name, value) => (isNamed('content-security-policy')(name) ? undefined : value) },
    findings: { headers: 'Content-Security-Policy is missing' },
  },
  {
    deployment: 'a proxy that lets browsers cache pages',
    proxy: { changeHeader: (name, value) => (isNamed('cache-control')(name) ? 'public, max-age=60' : value) },
    findings: { headers: 'Cache-Control has another value' },
  },
  {
    deployment: 'a proxy that caches pages itself',
    proxy: { changeHeader: (_name, value) => value.replace(/'nonce-[^']+'/g, "'nonce-AAAA'") },
    findings: { headers: 'two responses have the same nonce, so one was cached' },
  },
  {
    deployment: 'a proxy that removes Secure from cookies',
    proxy: {
      changeHeader: (name, value) => (isNamed('set-cookie')(name) ? value.replace(/; *Secure/i, '') : value),
    },
    findings: { cookies: 'is not secure' },
  },
  {
    deployment: 'a proxy that drops the cookies of responses',
    proxy: { changeHeader: (name, value) => (isNamed('set-cookie')(name) ? undefined : value) },
    findings: { cookies: 'No cookie of a response arrives' },
  },
  {
    deployment: 'a proxy that drops the cookies of requests',
    proxy: { changeRequestHeaders: (headers) => delete headers.cookie },
    findings: { cookies: 'No cookie of a request reaches the app' },
  },
  {
    deployment: 'a proxy that drops the query of /connect',
    proxy: { changePath: (path) => path.replace(/^\/connect\?.*/, '/connect') },
    findings: { arrival: 'The query does not arrive' },
  },
  {
    deployment: 'a proxy that sends /connect to another path',
    proxy: { changePath: (path) => path.replace(/^\/connect(\?|$)/, '/elsewhere$1') },
    findings: { arrival: 'a whole link answers with 404 instead of 303' },
  },
  {
    deployment: 'a proxy that sends /api to another path',
    proxy: { changePath: (path) => path.replace(/^\/api\//, '/elsewhere/') },
    findings: { ready: '/api/ready answers with 404' },
  },
  {
    deployment: 'a proxy that changes the Origin of forms',
    proxy: {
      changeRequestHeaders: (headers) => {
        if (headers.origin) headers.origin = 'http://127.0.0.1:3000'
      },
    },
    findings: { login: 'does not lead to the login' },
  },
  {
    deployment: 'a proxy that passes on the X-Forwarded-For of clients, and adds nothing',
    proxy: { addsForwardedFor: false },
    findings: { 'proxy-hops': 'all users look like one client' },
  },
  {
    deployment: 'a proxy that drops X-Forwarded-For',
    proxy: { changeRequestHeaders: (headers) => delete headers['x-forwarded-for'] },
    findings: { 'proxy-hops': 'all users look like one client' },
  },
  {
    deployment: 'one proxy more than TRUSTED_PROXY_HOPS',
    proxy: {
      changeRequestHeaders: (headers) => (headers['x-forwarded-for'] += ', 10.0.0.1'),
    },
    findings: { 'proxy-hops': '2 proxies add an address, and TRUSTED_PROXY_HOPS is 1' },
  },
  {
    deployment: 'a proxy that refuses files of more than 1 MB',
    proxy: {
      refuseRequest: ({ headers }) => (Number(headers['content-length'] ?? 0) > 1024 * 1024 ? 413 : undefined),
    },
    findings: { uploads: 'A file of 2 MB is refused (413) before it reaches the app' },
  },
  {
    deployment: 'a proxy that refuses more than 8 KB of request headers',
    proxy: { refuseRequest: (request) => (lengthOfHead(request) > 8192 ? 400 : undefined) },
    findings: { 'long-headers': 'answers with 400' },
  },
  {
    deployment: 'a proxy that refuses more than 4 KB of response headers',
    proxy: { refuseResponse: (response) => (lengthOfHead(response) > 4096 ? 502 : undefined) },
    findings: { 'long-headers': 'answers with 502' },
  },
  {
    deployment: 'another program at the URL',
    proxy: { changePath: () => '/elsewhere' },
    findings: { https: '/signin answers with 404' },
  },
  {
    deployment: 'a client ID that the provider does not know',
    proxy: { changeHeader: (_name, value) => value.replace('client_id=subnet-connect', 'client_id=another') },
    findings: { login: 'The provider refuses to sign anyone in (400, invalid_client)' },
  },
  {
    deployment: 'an app that browsers reach without its proxy, at another address than NEXTAUTH_URL',
    url: () => app.address,
    findings: { https: 'is not https', login: 'does not lead to the login', 'proxy-hops': '0 proxies add' },
  },
  {
    deployment: 'an app that also answers over plain http',
    plain: { status: 200 },
    findings: { 'plain-http': 'answers over http too' },
  },
  {
    deployment: 'a redirect from http that caches may keep with the nonce',
    plain: { status: 301 },
    findings: { 'plain-http': 'Caches may keep the redirect' },
    isHint: true,
  },
  {
    deployment: 'a proxy that answers for any host name',
    proxy: { refuseRequest: () => undefined },
    findings: { 'host-names': 'The app answers for other host names too' },
    isHint: true,
  },
]

test.describe('the doctor finds', () => {
  for (const { deployment, findings, isHint, ...wrong } of wrongDeployments) {
    test(deployment, async () => {
      proxy.behaviour = { ...rightProxy, ...wrong.proxy }
      const plain = wrong.plain && (await startPlainServer(wrong.plain))
      const found = await examined({ url: wrong.url?.(), plainOrigin: plain?.origin })
      plain?.close()
      const marked = found.filter(
        ({ id, state, todo }) => state === 'wrong' || (isHint && todo !== null && id in findings),
      )
      expect(marked).toEqual(
        Object.entries(findings).map(([id, what]) =>
          expect.objectContaining({ id, what: expect.stringContaining(what), todo: expect.any(String) }),
        ),
      )
    })
  }
})

test('the doctor finds a certificate that expires in three days', async () => {
  trust(await proxy.renewCertificate(3))
  const result = await doctor()
  trust(await proxy.renewCertificate(365))
  await expectOneFinding(result, 'certificate', 'valid for 2 more days')
})

test('the doctor finds a certificate that is not trusted', async () => {
  const trusted = readFileSync(join(folder, 'trusted.pem'), 'utf8')
  const renewed = await proxy.renewCertificate(365)
  const { findings, exitCode } = await doctor()
  trust(renewed)
  expect(renewed).not.toBe(trusted)
  // The app cannot be reached either, so both checks fail.
  expect(idsOf(findings, 'wrong')).toEqual(['https', 'certificate'])
  for (const id of ['https', 'certificate']) {
    expect(findings.find((finding) => finding.id === id)?.todo).toContain('set NODE_EXTRA_CA_CERTS')
  }
  expect(exitCode).toBe(1)
})

test('the doctor finds a version that is not the newest', async () => {
  const newer = readFileSync('CHANGELOG.md', 'utf8').replace(/^## /m, '## 99.0.0 - 2030-01-01\n\n## ')
  const findings = await examined({ changelog: newer })
  expect(idsOf(findings, 'wrong')).toEqual(['version'])
})

test('the doctor lists what a trial deployment needs for production', async ({ standIn }) => {
  const port = await getPort()
  const demoVariables = appVariables({ standIn, port })
  const demo = await startApp({ port, variables: demoVariables })
  const { findings } = await doctor([], demoVariables)
  await demo.close()
  expect(idsOf(findings, 'wrong')).toEqual(['connect-url', 'https', 'login'])
  expect(findings.find(({ id }) => id === 'login')?.what).toContain('The demo login is on')
})

test('the doctor finds an algorithm that the provider does not list', async () => {
  const result = await doctor([], { ...variables, OIDC_ID_TOKEN_ALG: 'ES256' })
  await expectOneFinding(result, 'id-tokens', 'OIDC_ID_TOKEN_ALG is ES256')
})

test("the doctor checks the operator's own site and a separate login for staff", async ({ standIn }) => {
  const port = await getPort()
  const staffProvider = await startIdentityProvider({
    redirectUris: [`http://localhost:${port}/api/auth/callback/console`],
    accounts,
  })
  const site = await startOwnSite({ returnUrl: `http://localhost:${port}/signin/return`, accounts })
  const given = {
    ...appVariables({ standIn, port }),
    DEMO_LOGIN: '',
    LOGIN_URL: site.loginUrl,
    LOGIN_SECRET: site.secret,
    CONSOLE_OIDC_ISSUER: staffProvider.issuer,
    CONSOLE_OIDC_CLIENT_ID: staffProvider.clientId,
    CONSOLE_OIDC_CLIENT_SECRET: staffProvider.clientSecret,
    METRICS_TOKEN: variables['METRICS_TOKEN'] ?? '',
  }
  const running = await startApp({ port, variables: given })
  const { findings, output } = await doctor([], given)
  const other = await doctor([], { ...given, LOGIN_URL: `${given.LOGIN_URL}?other` })
  await Promise.all([running.close(), staffProvider.close(), site.close()])
  expect(idsOf(findings, 'wrong')).toEqual(['connect-url', 'https'])
  expect(idsOf(findings, 'holds')).toEqual(
    expect.arrayContaining(['own-site', 'own-site-clock', 'console-provider', 'console-client-secret']),
  )
  const whatOf = (id: string) => findings.find((finding) => finding.id === id)?.what
  expect(whatOf('login')).toBe(`Signing in leads to ${given.LOGIN_URL}, with a nonce.`)
  expect(whatOf('console-login')).toContain(`takes http://localhost:${port}/api/auth/callback/console.`)
  for (const name of ['LOGIN_SECRET', 'CONSOLE_OIDC_CLIENT_SECRET'] as const) expect(output).not.toContain(given[name])
  expect(idsOf(other.findings, 'wrong')).toEqual(['connect-url', 'https', 'login'])
})

test('the doctor finds a deployment that cannot reach its provider', async ({ standIn }) => {
  const port = await getPort()
  const unusedPort = await getPort()
  const cutOff = await startApp({
    port,
    variables: {
      ...appVariables({ standIn, port }),
      DEMO_LOGIN: '',
      OIDC_ISSUER: `http://localhost:${unusedPort}`,
      OIDC_CLIENT_ID: provider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
    },
  })
  const findings = await examined({ url: cutOff.origin })
  await cutOff.close()
  const login = findings.find(({ id }) => id === 'login')
  expect(login).toMatchObject({
    state: 'wrong',
    what: 'Signing in leads back to the sign-in page: the provider does not answer the app.',
    todo: expect.stringMatching(/^Let its server reach the provider.* in the line with [0-9A-Z]{10}\.$/),
  })
})

test('the doctor exits with 2 when it has nothing to check or its flags are invalid', async () => {
  for (const [flags, given] of [
    [[], {}],
    [['--url', 'connect.example'], {}],
    [['--fast'], variables],
  ] as const) {
    const { exitCode, output, errors } = await run([...flags], given)
    expect(exitCode).toBe(2)
    expect(output).toBe('')
    expect(errors).toContain('Exit code: 0 if nothing is wrong')
  }
})

function idsOf(findings: Finding[], state: Finding['state']): string[] {
  return findings.filter((finding) => finding.state === state).map(({ id }) => id)
}

async function expectOneFinding(result: Awaited<ReturnType<typeof doctor>>, id: string, what: string): Promise<void> {
  const wrong = result.findings.filter(({ state }) => state === 'wrong')
  expect(wrong).toEqual([expect.objectContaining({ id, what: expect.stringContaining(what) })])
  expect(wrong[0]?.todo).toBeTruthy()
  expect(result.exitCode).toBe(1)
}

/** Bundles the doctor's source without its packages, so the bundle must be inside the project. */
async function bundledSource(): Promise<typeof source> {
  bundleFolder = mkdtempSync(join('.next', 'doctor-'))
  const outfile = join(bundleFolder, 'doctor.mjs')
  await build({
    stdin: {
      contents: ['./scripts/doctor/checks', './scripts/doctor/deployment', './lib/config']
        .map((file) => `export * from '${file}'`)
        .join('\n'),
      resolveDir: process.cwd(),
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    alias: { '@': process.cwd(), 'server-only': join(process.cwd(), 'node_modules/server-only/empty.js') },
  })
  return (await import(pathToFileURL(outfile).href)) as typeof source
}

/** Returns the doctor's findings in the deployment, with the correct environment. */
async function examined(
  options: {
    url?: string | undefined
    token?: string | undefined
    plainOrigin?: string | undefined
    changelog?: string
  } = {},
): Promise<Finding[]> {
  const { url = proxy.origin, plainOrigin, changelog = readFileSync('CHANGELOG.md', 'utf8') } = options
  const token = 'token' in options ? options.token : variables['METRICS_TOKEN']
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  return source.examine({
    environment: { parsed: source.parseConfig(variables), unread: [] },
    deployment: new source.Deployment(
      new URL(url),
      token,
      plainOrigin === undefined ? undefined : new URL(plainOrigin),
    ),
    copy: { version, changelog },
  })
}

/** Starts a server that answers over plain http. */
async function startPlainServer({ status, headers }: NonNullable<WrongDeployment['plain']>) {
  const server = createServer(({ url }, response) => {
    response.writeHead(status, { Location: proxy.origin + url, ...headers }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { origin: `http://localhost:${port}`, close: () => server.close().closeAllConnections() }
}

async function doctor(flags: string[] = [], given = variables) {
  const result = await run(['--json', ...flags], given)
  expect(result.errors).toBe('')
  return { ...result, findings: JSON.parse(result.output) as Finding[] }
}

/** Runs the doctor with these variables and no others. */
async function run(flags: string[], given = variables) {
  const { PATH } = process.env
  const child = spawn(process.execPath, ['doctor.mjs', ...flags], {
    cwd: folder,
    env: { PATH, NODE_EXTRA_CA_CERTS: join(folder, 'trusted.pem'), ...given } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close') as Promise<[number | null]>
  const [output, errors, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { output, errors, exitCode }
}

/** Makes the doctor trust only this certificate, both as a command and in this process. */
function trust(certificate: string): void {
  writeFileSync(join(folder, 'trusted.pem'), certificate)
  globalAgent.options.ca = [certificate]
}
