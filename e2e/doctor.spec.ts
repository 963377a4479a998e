import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import getPort from 'get-port'
import { expect, test } from './fixtures'
import { startApp, standaloneFolder, type App } from './harness/app'
import { appVariables } from './harness/app-variables'
import { accounts } from './harness/people'
import { startRedis, type Redis } from './harness/redis'
import { startTlsProxy, type ProxyBehaviour, type TlsProxy } from './harness/tls-proxy'
import { startIdentityProvider, type IdentityProvider } from './idp/start'

/*
 * `npm run doctor` against a deployment as operators run it: the production build behind a proxy that terminates
 * TLS, with a real OpenID provider and Redis. It runs as it does in a container: the file that the build has made,
 * in a folder where nothing is installed. One thing is made wrong at a time, and must be the one finding.
 *
 * What is seen of the environment alone is in scripts/doctor/checks.test.ts.
 */

test.describe.configure({ mode: 'serial' })

interface Finding {
  id: string
  state: 'holds' | 'wrong' | 'unknown'
  what: string
  todo: string | null
}

const rightProxy: ProxyBehaviour = { addsForwardedFor: true }

let folder: string
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
  redis = await startRedis()
  const port = await getPort()
  proxy = await startTlsProxy(port, rightProxy)
  trust(proxy.certificate)
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
  rmSync(folder, { recursive: true })
})

test('a right deployment: everything holds but what nobody can check', async () => {
  const { findings, exitCode, output } = await doctor()
  expect(idsOf(findings, 'wrong')).toEqual([])
  expect(idsOf(findings, 'unknown')).toEqual(['name-signature'])
  expect(idsOf(findings, 'holds')).toHaveLength(21)
  expect(exitCode).toBe(0)
  for (const name of ['SERVICE_API_KEY', 'NEXTAUTH_SECRET', 'HOLD_PASSWORD', 'OIDC_CLIENT_SECRET', 'METRICS_TOKEN']) {
    expect(output).not.toContain(variables[name])
  }
})

test('the table says what holds and what to do', async () => {
  const right = await run([])
  expect(right.exitCode).toBe(0)
  expect(right.output).toContain('21 hold, 0 wrong, 1 unknown.')
  expect(right.output).toMatch(/✓ holds +Login +Signing in leads to localhost:/)

  proxy.behaviour = { ...rightProxy, addsForwardedFor: false }
  const wrong = await run([])
  expect(wrong.exitCode).toBe(1)
  expect(wrong.output).toMatch(/✗ wrong +TRUSTED_PROXY_HOPS/)
  expect(wrong.output).toContain('→ Let it add the address that it sees')
})

test('from outside alone, by its address', async () => {
  const { findings, exitCode } = await doctor(['--url', `${proxy.origin}/any/page`], {})
  expect(idsOf(findings, 'wrong')).toEqual([])
  expect(idsOf(findings, 'holds')).toEqual(['https', 'certificate', 'ready', 'headers', 'arrival', 'cookies', 'login'])
  expect(exitCode).toBe(0)

  const withToken = await doctor(['--url', proxy.origin], { METRICS_TOKEN: variables['METRICS_TOKEN'] ?? '' })
  expect(idsOf(withToken.findings, 'holds')).toEqual(
    expect.arrayContaining(['https', 'login', 'proxy-hops', 'version']),
  )
})

test('what the deployment tells needs its token', async () => {
  const withoutToken = await doctor([], { ...variables, METRICS_TOKEN: '' })
  const withAnother = await doctor([], { ...variables, METRICS_TOKEN: randomBytes(32).toString('base64') })
  for (const { findings } of [withoutToken, withAnother]) {
    expect(idsOf(findings, 'unknown')).toEqual(['name-signature', 'proxy-hops', 'version'])
  }
})

/** What is wrong in front of the app, and the one finding that says so. */
const wrongProxies: Record<string, { behaviour: ProxyBehaviour; finding: string; what: string }> = {
  'a proxy that drops the security policy': {
    behaviour: { changeHeader: (name, value) => (/^content-security-policy$/i.test(name) ? undefined : value) },
    finding: 'headers',
    what: 'Content-Security-Policy is missing',
  },
  'a proxy that lets browsers cache pages': {
    behaviour: { changeHeader: (name, value) => (/^cache-control$/i.test(name) ? 'public, max-age=60' : value) },
    finding: 'headers',
    what: 'Cache-Control is another one',
  },
  'a proxy that takes Secure from cookies': {
    behaviour: {
      changeHeader: (name, value) => (/^set-cookie$/i.test(name) ? value.replace(/; *Secure/i, '') : value),
    },
    finding: 'cookies',
    what: 'is not secure',
  },
  'a proxy that drops the query of /connect': {
    behaviour: { changePath: (path) => path.replace(/^\/connect\?.*/, '/connect') },
    finding: 'arrival',
    what: 'The query does not arrive',
  },
  'a proxy that has /connect for itself': {
    behaviour: { changePath: (path) => path.replace(/^\/connect(\?|$)/, '/elsewhere$1') },
    finding: 'arrival',
    what: 'a whole link answers with 404 instead of 303',
  },
  'a proxy that tells no address': {
    behaviour: { addsForwardedFor: false },
    finding: 'proxy-hops',
    what: 'all users look like one client',
  },
  'an instance that is not ready': {
    behaviour: { changePath: (path) => (path === '/api/ready' ? '/elsewhere' : path) },
    finding: 'ready',
    what: '/api/ready answers with 404',
  },
  'another program at the address': {
    behaviour: { changePath: () => '/elsewhere' },
    finding: 'https',
    what: '/signin answers with 404',
  },
}

for (const [name, { behaviour, finding, what }] of Object.entries(wrongProxies)) {
  test(name, async () => {
    proxy.behaviour = { ...rightProxy, ...behaviour }
    await expectOneFinding(await doctor(), finding, what)
  })
}

test('a certificate that ends in three days', async () => {
  trust(await proxy.renewCertificate(3))
  await expectOneFinding(await doctor(), 'certificate', 'valid for 2 more days')
  trust(await proxy.renewCertificate(365))
})

test('a certificate that nobody trusts', async () => {
  const trusted = readFileSync(join(folder, 'trusted.pem'), 'utf8')
  const renewed = await proxy.renewCertificate(365)
  const { findings, exitCode } = await doctor()
  trust(renewed)
  expect(renewed).not.toBe(trusted)
  // The app is not reached without it, so both say so.
  expect(idsOf(findings, 'wrong')).toEqual(['https', 'certificate'])
  expect(findings.find(({ id }) => id === 'certificate')?.what).toContain('It is not trusted')
  expect(exitCode).toBe(1)
})

test('a version that is not the newest', async () => {
  const changelog = join(folder, 'CHANGELOG.md')
  const own = readFileSync(changelog, 'utf8')
  writeFileSync(changelog, own.replace(/^## Unreleased$/m, '## 99.0.0 - 2030-01-01'))
  await expectOneFinding(await doctor(), 'version', '99.0.0 came after it')
  writeFileSync(changelog, own)
})

test('a Redis that has gone', async () => {
  const gone = await startRedis()
  await gone.close()
  await expectOneFinding(await doctor([], { ...variables, REDIS_URL: gone.url }), 'redis', 'Redis cannot be used')
})

test('a deployment for trying out is not one for going live', async ({ standIn }) => {
  const port = await getPort()
  const demoVariables = appVariables({ standIn, port })
  const demo = await startApp({ port, variables: demoVariables })
  const { findings } = await doctor([], demoVariables)
  await demo.close()
  expect(idsOf(findings, 'wrong')).toEqual(['connect-url', 'https', 'login'])
  expect(findings.find(({ id }) => id === 'login')?.what).toContain('The demo login is on')
})

test('without anything to check, or with wrong flags, it could not run', async () => {
  for (const [flags, given] of [
    [[], {}],
    [['--url', 'connect.example'], {}],
    [['--fast'], variables],
  ] as const) {
    const { exitCode, output, errors } = await run([...flags], given)
    expect(exitCode).toBe(2)
    expect(output).toBe('')
    expect(errors).toContain('Exit code: 0 where nothing is wrong')
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

/** Makes the doctor trust this certificate, and no other that a test has made. */
function trust(certificate: string): void {
  writeFileSync(join(folder, 'trusted.pem'), certificate)
}
