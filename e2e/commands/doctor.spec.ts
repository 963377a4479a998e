import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { globalAgent } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import getPort from 'get-port'
import { expect, test } from '../fixtures'
import { startApp, standaloneFolder, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { runScript } from '../harness/command'
import { accounts } from '../harness/people'
import { startRedis, type Redis } from '../harness/redis'
import { startTlsProxy, type ProxyBehaviour, type TlsProxy } from '../harness/tls-proxy'
import { startIdentityProvider, type IdentityProvider } from '../idp/start'
import { startOwnSite } from '../own-site/start'
import type * as Checks from '../../scripts/doctor/checks'
import type * as Deployments from '../../scripts/doctor/deployment'
import type * as Configs from '../../lib/config'

/*
 * The doctor against a deployment as operators run it: the production build behind a proxy that terminates TLS, with a
 * real OpenID provider and Redis. Most tests make one mistake, and the doctor must find only this mistake.
 *
 * A few tests run the command as in a container: the built file, in a folder without packages. The other tests run a
 * bundle of the same source in this process, and only the checks of the deployment, because
 * scripts/doctor/checks.test.ts tests the checks of the environment, and scripts/doctor/outside.test.ts what needs no
 * real deployment to be wrong.
 */

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
    // Not random, because one in 65,536 keys looks like the other key to the doctor.
    SUBNET_USER_ID_KEY: 'a-key-of-user-ids-of-more-than-32-characters',
    TRUSTED_PROXY_HOPS: '1',
    METRICS_TOKEN: randomBytes(32).toString('base64'),
  }
  app = await startApp({ port, origin: proxy.origin, variables })
})

test.beforeEach(async ({ control }) => {
  proxy.behaviour = rightProxy
  // The checks of the service read whole lists, which the stand-in computes.
  await control.set({ data: { users: 500, breakdownUsers: 20 } })
})

test.afterAll(async () => {
  await app.close()
  await Promise.all([proxy.close(), provider.close(), redis.close()])
  for (const made of [folder, bundleFolder]) rmSync(made, { recursive: true })
})

test('the doctor finds nothing wrong in a correct deployment', async () => {
  const findings = await examined({ environment: variables })
  expect(idsOf(findings, 'wrong')).toEqual([])
  // Plain http can only be checked when the port is 443.
  expect(idsOf(findings, 'unknown')).toEqual(['plain-http'])
  expect(idsOf(findings, 'holds')).toHaveLength(41)
})

test('the table shows the state of each check and how to fix what is wrong, but no secret', async () => {
  proxy.behaviour = { ...rightProxy, addsForwardedFor: false }
  const { exitCode, output } = await run([])
  expect(exitCode).toBe(1)
  expect(output).toMatch(/✓ holds +Login +Signing in leads to localhost:/)
  expect(output).toMatch(/✗ wrong +TRUSTED_PROXY_HOPS/)
  expect(output).toContain('→ Let it write the address that it sees into X-Forwarded-For')
  expect(output).toContain('40 hold, 1 wrong, 1 unknown.')
  for (const name of ['SERVICE_API_KEY', 'NEXTAUTH_SECRET', 'HOLD_PASSWORD', 'OIDC_CLIENT_SECRET', 'METRICS_TOKEN']) {
    expect(output).not.toContain(variables[name])
  }
})

const seenFromOutside = [
  'https',
  'certificate',
  'host-names',
  'ready',
  'headers',
  'arrival',
  'cookies',
  'login',
  'uploads',
]

test('the doctor examines a deployment from outside when it has only the URL', async () => {
  const { exitCode, output, errors } = await run(['--json', '--url', `${proxy.origin}/any/page`], {})
  expect([exitCode, errors]).toEqual([0, ''])
  const findings = JSON.parse(output) as Finding[]
  expect(idsOf(findings, 'wrong')).toEqual([])
  expect(idsOf(findings, 'holds')).toEqual(seenFromOutside)
})

test('the doctor reports the settings, the version and the path of a request only with the right token', async () => {
  // Whether it uses the same service needs the environment too.
  const settings = ['url', 'clock', 'user-ids', 'operators', 'variables'].map((name) => `deployment-${name}`)
  const path = ['proxy-hops', 'long-headers', 'version', 'node']
  const withToken = await examined()
  const shown = [...seenFromOutside, 'deployment-token', ...settings, ...path]
  expect(new Set(idsOf(withToken, 'holds'))).toEqual(new Set(shown))
  const withoutToken = await examined({ token: undefined })
  expect(idsOf(withoutToken, 'unknown')).toEqual(['plain-http', 'deployment-token', ...path])
  expect(idsOf(withoutToken, 'wrong')).toEqual([])
  const withAnother = await examined({ token: randomBytes(32).toString('base64') })
  expect(idsOf(withAnother, 'unknown')).toEqual(['plain-http', ...path])
  expect(idsOf(withAnother, 'wrong')).toEqual(['deployment-token'])
})

test('the doctor finds a deployment with another key of user IDs than here, or than before', async () => {
  const SUBNET_USER_ID_KEY = 'another-key-of-user-ids-of-more-than-32-characters'
  const another = await examined({ environment: { ...variables, SUBNET_USER_ID_KEY } })
  const fingerprint = `subnet-connect:staging:${variables['SUBNET_ID']}:value:subnet-user-id-fingerprint`
  const kept = String(await redis.command('GET', fingerprint))
  await redis.command('SET', fingerprint, JSON.stringify('of another key'))
  const changed = await examined()
  await redis.command('SET', fingerprint, kept)
  for (const [findings, what] of [
    [another, 'another SUBNET_USER_ID_KEY'],
    [changed, 'Every user is new to the service now.'],
  ] as const) {
    expect(findings.filter(({ state }) => state === 'wrong')).toMatchObject([
      { id: 'deployment-user-ids', what: expect.stringContaining(what) },
    ])
  }
})

/** Changes a header of responses. */
const changing = (header: string, change: (value: string) => string | undefined): ProxyBehaviour => ({
  changeHeader: (name, value) => (name.toLowerCase() === header ? change(value) : value),
})

/** A deployment with one mistake. */
interface WrongDeployment {
  proxy?: ProxyBehaviour
  /** What answers over plain http. */
  plainOrigin?: () => string
  /** The URL for the doctor to examine. */
  url?: () => string
  /** Part of the text of each expected finding, by the finding's id. */
  findings: Record<string, string>
}

const wrongDeployments: Record<string, WrongDeployment> = {
  'a proxy that caches pages itself': {
    proxy: { changeHeader: (_name, value) => value.replace(/'nonce-[^']+'/g, "'nonce-AAAA'") },
    findings: { headers: 'two responses have the same nonce, so one was cached' },
  },
  'a proxy that removes Secure from cookies': {
    proxy: changing('set-cookie', (value) => value.replace(/; *Secure/i, '')),
    findings: { cookies: 'is not secure' },
  },
  'a proxy that drops the cookies of responses': {
    proxy: changing('set-cookie', () => undefined),
    findings: { cookies: 'No cookie of a response arrives' },
  },
  'a proxy that drops the cookies of requests': {
    proxy: { changeRequestHeaders: (headers) => delete headers.cookie },
    findings: { cookies: 'No cookie of a request reaches the app' },
  },
  'a proxy that changes the Origin of forms': {
    proxy: {
      changeRequestHeaders: (headers) => {
        if (headers.origin) headers.origin = 'http://127.0.0.1:3000'
      },
    },
    findings: { login: 'does not lead to the login' },
  },
  'a proxy that refuses more than 8 KB of request headers': {
    proxy: { refuseRequest: (request) => (lengthOfHead(request) > 8192 ? 400 : undefined) },
    findings: { 'long-headers': 'answers with 400' },
  },
  'a proxy that refuses more than 4 KB of response headers': {
    proxy: { refuseResponse: (response) => (lengthOfHead(response) > 4096 ? 502 : undefined) },
    findings: { 'long-headers': 'answers with 502' },
  },
  'another program at the URL': {
    proxy: { changePath: () => '/elsewhere' },
    findings: { https: '/signin answers with 404' },
  },
  'a client ID that the provider does not know': {
    proxy: { changeHeader: (_name, value) => value.replace('client_id=subnet-connect', 'client_id=another') },
    findings: { login: 'The provider refuses to sign anyone in (400, invalid_client)' },
  },
  'an app that browsers reach without its proxy, at another address than NEXTAUTH_URL': {
    url: () => app.address,
    findings: {
      https: 'is not https',
      login: 'does not lead to the login',
      'deployment-url': 'runs with NEXTAUTH_URL https:',
      'proxy-hops': '0 proxies add',
    },
  },
  'an app that also answers over plain http': {
    plainOrigin: () => app.address,
    findings: { 'plain-http': 'answers over http too' },
  },
}

/** What a proxy itself does wrong is mended by the settings for proxies. */
const settingsForProxies = /docs\/deploy\/nginx\.conf, or docs\/deploy\/other-proxies\.md/

for (const [deployment, { proxy: mistake, plainOrigin, url, findings }] of Object.entries(wrongDeployments)) {
  test(`the doctor finds ${deployment}`, async () => {
    proxy.behaviour = { ...rightProxy, ...mistake }
    const found = await examined({ url: url?.(), plainOrigin: plainOrigin?.() })
    expect(found.filter(({ state }) => state === 'wrong')).toEqual(
      Object.entries(findings).map(([id, what]) =>
        expect.objectContaining({
          id,
          what: expect.stringContaining(what),
          todo: expect.stringMatching(id === 'long-headers' ? settingsForProxies : /./),
        }),
      ),
    )
  })
}

test('the doctor finds a certificate that expires in three days, and one that is not trusted', async () => {
  trust(await renewCertificate(3))
  const expiring = (await examined()).filter(({ state }) => state === 'wrong')
  const untrusted = await renewCertificate(365)
  const found = await examined()
  trust(untrusted)
  expect(expiring).toMatchObject([{ id: 'certificate', what: expect.stringContaining('valid for 2 more days') }])
  // The app cannot be reached either, so both checks fail.
  const todo = expect.stringContaining('set NODE_EXTRA_CA_CERTS')
  expect(found.filter(({ state }) => state === 'wrong')).toMatchObject([
    { id: 'https', todo },
    { id: 'certificate', todo },
  ])
})

test('the doctor lists what a trial deployment needs for production', async ({ app: demo, standIn }) => {
  const environment = appVariables({ standIn, port: Number(new URL(demo.origin).port) })
  const findings = await examined({ environment, url: demo.origin, token: undefined })
  expect(idsOf(findings, 'wrong')).toEqual(['connect-url', 'https', 'login'])
  expect(findings.find(({ id }) => id === 'login')?.what).toContain('The demo login is on')
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
  const findings = await examined({ environment: given, url: running.origin })
  await Promise.all([running.close(), staffProvider.close(), site.close()])
  expect(idsOf(findings, 'wrong')).toEqual(['connect-url', 'https'])
  expect(idsOf(findings, 'holds')).toEqual(
    expect.arrayContaining(['own-site', 'own-site-clock', 'console-provider', 'console-client-secret']),
  )
  const whatOf = (id: string) => findings.find((finding) => finding.id === id)?.what
  expect(whatOf('login')).toBe(`Signing in leads to ${given.LOGIN_URL}, with a nonce.`)
  expect(whatOf('console-login')).toContain(`takes http://localhost:${port}/api/auth/callback/console.`)
  const text = JSON.stringify(findings)
  for (const name of ['LOGIN_SECRET', 'CONSOLE_OIDC_CLIENT_SECRET'] as const) expect(text).not.toContain(given[name])
})

test('the doctor exits with 2 when it has nothing to check or its flags are invalid', async () => {
  const results = await Promise.all([run([], {}), run(['--url', 'connect.example'], {}), run(['--fast'])])
  for (const { exitCode, output, errors } of results) {
    expect([exitCode, output]).toEqual([2, ''])
    expect(errors).toContain('Exit code: 0 if nothing is wrong')
  }
})

function idsOf(findings: Finding[], state: Finding['state']): string[] {
  return findings.filter((finding) => finding.state === state).map(({ id }) => id)
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

/**
 * Examines the deployment in this process.
 *
 * @param options.environment - the variables for the checks of the environment. By default, the doctor has only the URL
 * and the token of the deployment, and this returns only the findings about the deployment.
 */
async function examined(
  options: {
    environment?: Record<string, string>
    url?: string | undefined
    token?: string | undefined
    plainOrigin?: string | undefined
  } = {},
): Promise<Finding[]> {
  const { environment, url = proxy.origin, plainOrigin } = options
  const token = 'token' in options ? options.token : variables['METRICS_TOKEN']
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const findings = await source.examine({
    environment: environment && { parsed: source.parseConfig(environment), unread: [] },
    deployment: new source.Deployment(
      new URL(url),
      token,
      plainOrigin === undefined ? undefined : new URL(plainOrigin),
    ),
    copy: { version, changelog: readFileSync('CHANGELOG.md', 'utf8') },
  })
  return findings.filter(({ what }) => !/^Not checked: .*environment/.test(what))
}

/** Runs the doctor with these variables and no others. */
const run = (flags: string[], given = variables) =>
  runScript('doctor.mjs', flags, {
    folder,
    variables: { NODE_EXTRA_CA_CERTS: join(folder, 'trusted.pem'), ...given },
  })

/** Gives the proxy a new certificate, and closes the connections with the former one. */
async function renewCertificate(days: number): Promise<string> {
  const renewed = await proxy.renewCertificate(days)
  globalAgent.destroy()
  return renewed
}

/** Makes the doctor trust only this certificate, both as a command and in this process. */
function trust(certificate: string): void {
  writeFileSync(join(folder, 'trusted.pem'), certificate)
  globalAgent.options.ca = [certificate]
}
