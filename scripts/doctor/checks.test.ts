import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startOtlpCollector } from '../../e2e/harness/otlp-collector'
import { appVariables } from '../../e2e/harness/app-variables'
import { listen } from '../../e2e/harness/listen'
import { startRedis, type Redis } from '../../e2e/harness/redis'
import { startIdentityProvider, type IdentityProvider } from '../../e2e/idp/start'
import { startOwnSite, type OwnSite } from '../../e2e/own-site/start'
import { standInControl, type StandInControl } from '../../e2e/stand-in/control/client'
import { startStandIn, type StandIn } from '../../e2e/stand-in/start'
import { parseConfig, unknownVariables } from '../../lib/config'
import type { Variables } from '../../lib/config/test-support'
import { examine } from './checks'
import { judgeEnvironment, judgeOperators, type Environment } from './environment'

/*
 * The checks of an environment, against the stand-in. e2e/commands/doctor.spec.ts tests the checks of a running deployment.
 */

// Each examination sends about 30 requests to servers in this process, and a test makes up to eleven.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let standIn: StandIn
let control: StandInControl
let provider: IdentityProvider
let site: OwnSite
let redis: Redis

const ownOrigin = 'https://connect.example'

beforeAll(async () => {
  // Few users, because the stand-in computes its lists at each request.
  const data = { users: 120, breakdownUsers: 5 }
  standIn = await startStandIn({ connectUrl: `${ownOrigin}/connect`, data })
  control = standInControl(standIn.controlUrl)
  provider = await startIdentityProvider({
    redirectUris: ['oidc', 'console'].map((id) => `${ownOrigin}/api/auth/callback/${id}`),
    accounts: {},
  })
  site = await startOwnSite({ returnUrl: `${ownOrigin}/signin/return`, accounts: {}, algorithm: 'ES256' })
  redis = await startRedis()
})
afterAll(() => Promise.all([standIn.close(), provider.close(), site.close(), redis.close()]))

const ofGitHub = { LOGIN_PROVIDER: 'github', LOGIN_CLIENT_ID: 'id', LOGIN_CLIENT_SECRET: 'secret' }
const noGitHub = { LOGIN_PROVIDER: '', LOGIN_CLIENT_ID: '', LOGIN_CLIENT_SECRET: '' }
/** Returns variables for the provider of the users. */
const ofUsers = () => ({
  ...noGitHub,
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.clientId,
  OIDC_CLIENT_SECRET: provider.clientSecret,
})
/** Returns variables for an own site. The provider's description serves as the site's page. */
const ofSite = () => ({
  ...noGitHub,
  LOGIN_URL: `${provider.issuer}/.well-known/openid-configuration`,
  LOGIN_SECRET: 's'.repeat(32),
})
const ofStaff = () => ({
  CONSOLE_OIDC_ISSUER: provider.issuer,
  CONSOLE_OIDC_CLIENT_ID: provider.clientId,
  CONSOLE_OIDC_CLIENT_SECRET: provider.clientSecret,
})

/** Returns a right environment with some changes. Its login has no checks. undefined removes a variable. */
function environmentWith(change: Variables = {}): Environment {
  const variables = {
    ...appVariables({ standIn, port: 3000 }),
    DEMO_LOGIN: '',
    NEXTAUTH_URL: ownOrigin,
    ...ofGitHub,
    REDIS_URL: redis.url,
    ...change,
  }
  return { parsed: parseConfig(variables), unread: unknownVariables(variables) }
}

/** Returns the findings for this environment, none of which may quote a secret. */
async function examined(change?: Variables) {
  const copy = { version: '0.1.0', changelog: '## 0.1.0' }
  const findings = await examine({ environment: environmentWith(change), deployment: undefined, copy })
  for (const secret of [standIn.apiKey, provider.clientSecret, ofSite().LOGIN_SECRET])
    expect(JSON.stringify(findings)).not.toContain(secret)
  return findings
}

/** Returns the ids of the wrong findings. */
async function wrongWith(change: Variables) {
  const findings = await examined(change)
  return findings.filter(({ state }) => state === 'wrong').map(({ id }) => id)
}

describe('the finding name-signature', () => {
  const found = async (change: Record<string, string> = {}) =>
    (await examined(change)).find(({ id }) => id === 'name-signature')

  it('is wrong when the service refuses every signature in it', async () => {
    expect(await found({ SERVICE_SIGNATURE_FIELD: 'proof' })).toMatchObject({
      state: 'wrong',
      what: expect.stringContaining('“proof”'),
      todo: expect.stringContaining('SERVICE_SIGNATURE_FIELD'),
    })
  })

  it('is unknown when the service looks for the request first', async () => {
    const answer = { status: 404, json: { error: 'Unknown', reason: 'request_not_found' } }
    for (let call = 0; call < 3; call += 1) await control.script('confirm', answer)
    expect(await found()).toMatchObject({ state: 'unknown', what: expect.stringContaining('“signature”') })
    await control.clearScripts()
  })
})

describe('the findings about logins', () => {
  const ofProvider = ['provider', 'client-secret', 'sign-in-request', 'id-tokens', 'login-age']
  const ofStaffProvider = ofProvider.map((id) => `console-${id}`)
  const ofLogins = [...ofProvider, ...ofStaffProvider, 'own-site', 'own-site-keys', 'own-site-clock']

  it('cover the configured login, and say by which ID users are known', async () => {
    for (const [login, variables, ids, userIds] of [
      ["users' provider", ofUsers(), ofProvider, 'the claim sub of http://localhost:'],
      ['another claim', { ...ofUsers(), OIDC_USER_ID_CLAIM: 'oid' }, ofProvider, 'the claim oid of http://localhost:'],
      [
        "users' and the staff's provider",
        { ...ofUsers(), ...ofStaff(), OIDC_USER_ID_CLAIM: '["user","id"]' },
        [...ofProvider, ...ofStaffProvider],
        'the claim user.id of http://localhost:',
      ],
      ['own site with a secret', ofSite(), ['own-site', 'own-site-clock'], 'the claim sub of http://localhost:'],
      [
        'own site with a key',
        { ...ofSite(), LOGIN_SECRET: undefined, LOGIN_JWKS_URL: site.jwksUrl },
        ['own-site', 'own-site-keys', 'own-site-clock'],
        'the claim sub of http://localhost:',
      ],
      ['named provider', {}, [], 'their account ID at github.'],
    ] as const) {
      const findings = await examined(variables)
      const judged = findings.flatMap(({ id, state }) => (ofLogins.includes(id) ? [[id, state]] : []))
      expect(judged, login).toEqual(ids.map((id) => [id, 'holds']))
      expect(findings.map(({ id }) => id)).toContain('connections')
      const finding = findings.find(({ id }) => id === 'user-ids')
      expect(finding, login).toMatchObject({ state: 'holds', todo: null })
      expect(finding?.what, login).toContain(`Users are known by ${userIds}`)
      expect(finding?.what).toContain('If the login or the ID claim changes, each user is a new user to the service')
    }
  })
})

it('examine reports as wrong only the findings about the wrong variable', async () => {
  const { subnetId } = await control.otherSubnet()
  // The pauses between the attempts are random.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  for (const { change, ids } of [
    { change: { HOLD_PASSWORD: 'short' }, ids: ['environment'] },
    // The lists cannot be read with a wrong key either, but that does not make the names wrong.
    { change: { SERVICE_API_KEY: `${standIn.apiKey}x` }, ids: ['service-key'] },
    { change: { SUBNET_ID: subnetId }, ids: ['service-key'] },
    { change: { SERVICE_PARAM_PAGE: 'a_name', SERVICE_PARAM_FROM: 'another' }, ids: ['name-page', 'name-from'] },
    { change: { SERVICE_PARAM_LIMIT: 'a_name', SERVICE_PARAM_UNTIL: 'another' }, ids: ['name-limit', 'name-until'] },
    { change: { SERVICE_PARAM_ADDRESS: 'another_name' }, ids: ['name-address'] },
    { change: { NEXTAUTH_URL: 'http://localhost:3000' }, ids: ['connect-url'] },
    { change: { ...ofUsers(), OIDC_ISSUER: standIn.origin }, ids: ['provider'] },
    { change: { ...ofSite(), LOGIN_URL: `${site.origin}/nowhere` }, ids: ['own-site'] },
    { change: { ...ofSite(), LOGIN_SECRET: undefined, LOGIN_JWKS_URL: site.origin }, ids: ['own-site-keys'] },
    { change: { REDIS_URL: 'redis://127.0.0.1:1' }, ids: ['redis'] },
    { change: { SERVICE_BASE_URL: 'http://localhost:1' }, ids: ['service-address', 'service-key'] },
    { change: { SERVICE_PARAM_ADRESS: 'wallet' }, ids: ['environment'] },
    { change: { CONSOLE_USERS: 'uid=ada,dc=example' }, ids: ['environment'] },
  ]) {
    expect(await wrongWith(change), JSON.stringify(change)).toEqual(ids)
  }
})

it('judgeOperators says what to set when nothing names an operator, which an app without a console may intend', () => {
  const of = (change: Record<string, string>) => {
    const { parsed } = environmentWith(change)
    return parsed.ok ? judgeOperators(parsed.config) : null
  }
  expect(of({ CONSOLE_USERS: 'ada' })).toMatchObject({ state: 'holds', todo: null })
  const todo: unknown = expect.stringContaining('CONSOLE_USERS')
  expect(of({ CONSOLE_USERS: '' })).toMatchObject({ state: 'holds', what: expect.stringContaining('nobody'), todo })
})

it('judgeEnvironment names an unknown variable, and a missing one', () => {
  // Only an earlier version read it.
  const unknown = judgeEnvironment(environmentWith({ NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'canary-key' }))
  expect(unknown).toMatchObject({ state: 'wrong', what: 'Nothing reads NEXT_SERVER_ACTIONS_ENCRYPTION_KEY.' })
  const missing = judgeEnvironment(environmentWith({ SUBNET_USER_ID_KEY: undefined }))
  expect(missing.state).toBe('wrong')
  expect(missing.what).toContain(
    'SUBNET_USER_ID_KEY is missing: put the former value back; a new deployment needs a random text',
  )
})

it('judgeEnvironment names the lines that programs read differently, without asking for another value', () => {
  const files = [{ path: '/etc/app.env', contents: "A=1\nSUBNET_USER_ID_KEY='canary # a'\n" }]
  const verdict = judgeEnvironment({ ...environmentWith(), files })
  expect(verdict).toMatchObject({
    state: 'holds',
    what: expect.stringContaining('SUBNET_USER_ID_KEY in /etc/app.env.'),
    todo: expect.stringContaining('to the values that npm start reads'),
  })
  expect(JSON.stringify(verdict)).not.toContain('canary')
})

describe('examine with a service', () => {
  it('finds wrong names when the service ignores unknown parameters', async () => {
    await control.set({ quirks: { ignoresUnknown: true } })
    const wrongNames = {
      SERVICE_PARAM_PAGE: 'p',
      SERVICE_PARAM_LIMIT: 'per_page',
      SERVICE_PARAM_FROM: 'since',
      SERVICE_PARAM_UNTIL: 'before',
      SERVICE_PARAM_ADDRESS: 'wallet',
    }
    expect(await wrongWith(wrongNames)).toEqual(['name-page', 'name-limit', 'name-from', 'name-until', 'name-address'])
    expect(await wrongWith({})).toEqual([])
    await control.reset()
  })

  it('blames neither the key nor a name when a CDN answers for the service', async () => {
    const page = { 'Content-Type': 'text/html; charset=utf-8' }
    const cdn = createServer((_, outgoing) => outgoing.writeHead(403, page).end('<h1>Access denied</h1>'))
    const { port, close } = await listen(cdn)
    const findings = await examined({ SERVICE_BASE_URL: `http://localhost:${port}` })
    expect(findings.filter(({ state }) => state === 'wrong')).toMatchObject([
      {
        id: 'service-key',
        what: expect.stringMatching(/^Something between us and .* answered \(status 403, text\/html\)\.$/),
        todo: expect.stringMatching(/says nothing about the key.*SERVICE_BASE_URL.*allow-list/),
      },
    ])
    expect(findings.find(({ id }) => id === 'name-signature')?.what).toBe('Not checked: the service did not answer.')
    await close()
  })

  it('finds a collector of traces that refuses them, and asks none without OTEL_EXPORTER_OTLP_ENDPOINT', async () => {
    const collectors = await Promise.all([200, 401].map(startOtlpCollector))
    const found = async (endpoint?: string) =>
      (await examined({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint })).find(({ id }) => id === 'traces')
    const [accepts, refuses] = await Promise.all(collectors.map(({ endpoint }) => found(endpoint)))
    expect([accepts, await found()]).toMatchObject([{ state: 'holds' }, undefined])
    const todo: unknown = expect.stringContaining('OTEL_EXPORTER_OTLP_HEADERS')
    expect(refuses).toMatchObject({ state: 'wrong', what: expect.stringContaining('(401)'), todo })
    await Promise.all(collectors.map(({ close }) => close()))
  })

  it('finds a wrong clock when the service or the own site is two minutes behind', async () => {
    const date = new Date(Date.now() - 120_000).toUTCString()
    const late = await listen(createServer((_, response) => response.setHeader('Date', date).end()))
    const address = `http://localhost:${late.port}`
    for (const [change, id, what] of [
      [{ SERVICE_BASE_URL: address }, 'clock', "the service's"],
      [{ ...ofSite(), LOGIN_URL: address }, 'own-site-clock', "your site's"],
    ] as const) {
      const finding = (await examined(change)).find((each) => each.id === id)
      expect(finding).toMatchObject({ state: 'wrong', what: expect.stringMatching(`\\d+ seconds ahead of ${what}`) })
    }
    await late.close()
  })
})
