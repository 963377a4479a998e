import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import getPort from 'get-port'
import { expect, test } from '../fixtures'
import { standaloneFolder, startApp, type App } from '../harness/app'
import { appVariables } from '../harness/app-variables'
import { runScript } from '../harness/command'
import { accounts } from '../harness/people'
import { startRedis, type Redis } from '../harness/redis'
import { startTlsProxy, type ProxyBehaviour, type TlsProxy } from '../harness/tls-proxy'
import { startIdentityProvider, type IdentityProvider } from '../idp/start'
import { startOwnSite, type OwnSite } from '../own-site/start'
import type { Finding } from '../../scripts/doctor/checks'

/*
 * The doctor as operators run it in a container: the built file, in a folder without packages. The deployment is the
 * production build behind a proxy that terminates TLS, with an own site for users, a provider for staff, and Redis. The
 * tests beside scripts/doctor and scripts/checks have each finding.
 */

const rightProxy: ProxyBehaviour = {
  addsForwardedFor: true,
  refuseRequest: ({ headers }) => (headers.host === new URL(proxy.origin).host ? undefined : 421),
}

let folder: string
let redis: Redis
let provider: IdentityProvider
let site: OwnSite
let proxy: TlsProxy
let app: App
let variables: Record<string, string>

test.beforeAll(async ({ standIn }) => {
  folder = mkdtempSync(join(tmpdir(), 'doctor-'))
  for (const name of ['doctor.mjs', 'package.json', 'CHANGELOG.md'])
    copyFileSync(join(standaloneFolder, name), join(folder, name))
  redis = await startRedis()
  const port = await getPort()
  proxy = await startTlsProxy(port, rightProxy)
  trust(proxy.certificate)
  provider = await startIdentityProvider({ redirectUris: [`${proxy.origin}/api/auth/callback/console`], accounts })
  site = await startOwnSite({ returnUrl: `${proxy.origin}/signin/return`, accounts })
  variables = {
    ...appVariables({ standIn, port }),
    NEXTAUTH_URL: proxy.origin,
    DEMO_LOGIN: '',
    LOGIN_URL: site.loginUrl,
    LOGIN_SECRET: site.secret,
    CONSOLE_OIDC_ISSUER: provider.issuer,
    CONSOLE_OIDC_CLIENT_ID: provider.clientId,
    CONSOLE_OIDC_CLIENT_SECRET: provider.clientSecret,
    REDIS_URL: redis.url,
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
  await Promise.all([proxy.close(), provider.close(), site.close(), redis.close()])
  rmSync(folder, { recursive: true })
})

test('the doctor finds nothing wrong in a correct deployment, and says what to register', async () => {
  const { exitCode, findings } = await examined()
  expect([exitCode, idsOf(findings, 'wrong')]).toEqual([0, []])
  // Plain http can only be checked when the port is 443.
  expect(idsOf(findings, 'unknown')).toEqual(['console-sign-in-request', 'plain-http'])
  const whatOf = (id: string) => findings.find((finding) => finding.id === id)?.what
  expect(whatOf('login')).toBe(`Signing in leads to ${site.loginUrl}, with a nonce.`)
  for (const id of ['console-sign-in-request', 'console-login'])
    expect(whatOf(id)).toContain(`${proxy.origin}/api/auth/callback/console`)
  expect(idsOf(findings, 'holds')).toHaveLength(42)
})

test('the table shows each mistake of a broken deployment and how to fix it, but no secret', async () => {
  trust(await proxy.renewCertificate(3))
  proxy.behaviour = {
    ...rightProxy,
    addsForwardedFor: false,
    changeHeader: (name, value) =>
      name.toLowerCase() === 'set-cookie'
        ? value.replace(/; *Secure/i, '')
        : value.replace(/'nonce-[^']+'/g, "'nonce-A'"),
    refuseRequest: ({ rawHeaders }) => (rawHeaders.join('').length > 8192 ? 400 : undefined),
  }
  const { exitCode, output } = await run([])
  expect(exitCode).toBe(1)
  for (const [title, what] of [
    ['Certificate', 'It is trusted and valid for 2 more days'],
    ['Headers', 'two responses have the same nonce, so one was cached'],
    ['Cookies', 'is not secure'],
    ['TRUSTED_PROXY_HOPS', 'The proxy passes no client address'],
    ['Long headers', 'A request with 9 KB of cookies and a response with 12 KB of headers answers with 400'],
  ])
    expect(output).toMatch(new RegExp(`✗ wrong +${title} .*${what}.*\\n +→ `))
  expect(output).toMatch(/✓ holds +Login +Signing in leads to http/)
  expect(output).toContain('37 hold, 5 wrong, 2 unknown.')
  for (const name of ['SERVICE_API_KEY', 'NEXTAUTH_SECRET', 'HOLD_PASSWORD', 'LOGIN_SECRET', 'METRICS_TOKEN'])
    expect(output).not.toContain(variables[name])
  expect(output).not.toContain(provider.clientSecret)
  trust(await proxy.renewCertificate(365))
})

test('the doctor examines a deployment from outside when it has only the URL', async () => {
  const { exitCode, findings } = await examined(['--url', `${proxy.origin}/any/page`], {})
  expect([exitCode, idsOf(findings, 'wrong')]).toEqual([0, []])
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
})

test('the doctor lists what a trial deployment needs for production', async ({ app: demo, standIn }) => {
  const environment = appVariables({ standIn, port: Number(new URL(demo.origin).port) })
  const { exitCode, findings } = await examined(['--url', demo.origin], environment)
  expect([exitCode, idsOf(findings, 'wrong')]).toEqual([1, ['connect-url', 'https', 'login']])
  expect(findings.find(({ id }) => id === 'login')?.what).toContain('The demo login is on')
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

/** Runs the doctor with these variables and no others. */
const run = (flags: string[], given = variables) =>
  runScript('doctor.mjs', flags, {
    folder,
    variables: { NODE_EXTRA_CA_CERTS: join(folder, 'trusted.pem'), ...given },
  })

async function examined(flags: string[] = [], given = variables) {
  const { exitCode, output, errors } = await run(['--json', ...flags], given)
  expect(errors).toBe('')
  return { exitCode, findings: JSON.parse(output) as Finding[] }
}

/** Makes the doctor trust only this certificate. */
const trust = (certificate: string) => writeFileSync(join(folder, 'trusted.pem'), certificate)
