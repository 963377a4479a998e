import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startOtlpCollector } from '../../e2e/harness/otlp-collector'
import { appVariables } from '../../e2e/harness/app-variables'
import { listen } from '../../e2e/harness/listen'
import { startRedis, type Redis } from '../../e2e/harness/redis'
import { standInControl, type StandInControl } from '../../e2e/stand-in/control/client'
import { startStandIn, type StandIn } from '../../e2e/stand-in/start'
import { parseConfig, unknownVariables } from '../../lib/config'
import type { Variables } from '../../lib/config/test-support'
import { examine } from './checks'
import { judgeEnvironment, type Environment } from './environment'

/*
 * The checks of an environment, against the stand-in. e2e/commands/doctor.spec.ts tests the checks of a running deployment.
 */

// Each examination sends about 30 requests to servers in this process, and a test makes up to eleven.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let standIn: StandIn
let control: StandInControl
let redis: Redis

const ownOrigin = 'https://connect.example'

beforeAll(async () => {
  // Few users, because the stand-in computes its lists at each request.
  const data = { users: 120, breakdownUsers: 5 }
  standIn = await startStandIn({ connectUrl: `${ownOrigin}/connect`, data })
  control = standInControl(standIn.controlUrl)
  redis = await startRedis()
})
afterAll(() => Promise.all([standIn.close(), redis.close()]))

const ofGitHub = { LOGIN_PROVIDER: 'github', LOGIN_CLIENT_ID: 'id', LOGIN_CLIENT_SECRET: 'secret' }
const noGitHub = { LOGIN_PROVIDER: '', LOGIN_CLIENT_ID: '', LOGIN_CLIENT_SECRET: '' }
/** Returns variables for a provider, or an own site, at the stand-in, which has neither. */
const ofProvider = () => ({
  ...noGitHub,
  OIDC_ISSUER: standIn.origin,
  OIDC_CLIENT_ID: 'id',
  OIDC_CLIENT_SECRET: 'canary',
})
const ofSite = () => ({ ...noGitHub, LOGIN_URL: `${standIn.origin}/nowhere`, LOGIN_SECRET: 'canary'.repeat(6) })

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
  for (const secret of [standIn.apiKey, 'canary']) expect(JSON.stringify(findings)).not.toContain(secret)
  return findings
}

/** Returns the ids of the wrong findings. */
async function wrongWith(change: Variables) {
  const findings = await examined(change)
  return findings.filter(({ state }) => state === 'wrong').map(({ id }) => id)
}

it('the finding name-signature is wrong when the service refuses every signature, and unknown when it looks for the request first', async () => {
  const found = async (change: Record<string, string> = {}) =>
    (await examined(change)).find(({ id }) => id === 'name-signature')
  const has = (text: string) => expect.stringContaining(text) as string
  const refused = { state: 'wrong', what: has('“proof”'), todo: has('SERVICE_SIGNATURE_FIELD') }
  expect(await found({ SERVICE_SIGNATURE_FIELD: 'proof' })).toMatchObject(refused)
  const json = { error: 'Unknown', reason: 'request_not_found' }
  await control.script('confirm', { status: 404, json, times: 3 })
  expect(await found()).toMatchObject({ state: 'unknown', what: has('“signature”') })
  await control.clearScripts()
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
    { change: ofProvider(), ids: ['provider'] },
    { change: ofSite(), ids: ['own-site'] },
    { change: { REDIS_URL: 'redis://127.0.0.1:1' }, ids: ['redis'] },
    { change: { SERVICE_BASE_URL: 'http://localhost:1' }, ids: ['service-address', 'service-key'] },
    { change: { SERVICE_PARAM_ADRESS: 'wallet' }, ids: ['environment'] },
    { change: { CONSOLE_USERS: 'uid=ada,dc=example' }, ids: ['environment'] },
  ]) {
    expect(await wrongWith(change), JSON.stringify(change)).toEqual(ids)
  }
})

it.each([
  // Only an earlier version read it.
  [{ NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: 'canary-key' }, 'Nothing reads NEXT_SERVER_ACTIONS_ENCRYPTION_KEY.'],
  [
    { SUBNET_USER_ID_KEY: undefined },
    'SUBNET_USER_ID_KEY is missing: put the former value back; a new deployment needs a random text',
  ],
])('judgeEnvironment names an unknown or a missing variable: %o', (change, what) => {
  expect(judgeEnvironment(environmentWith(change))).toMatchObject({
    state: 'wrong',
    what: expect.stringContaining(what),
  })
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
    const names = ['page', 'limit', 'from', 'until', 'address']
    const wrong = names.map((name) => [`SERVICE_PARAM_${name.toUpperCase()}`, `other_${name}`])
    expect(await wrongWith(Object.fromEntries(wrong))).toEqual(names.map((name) => `name-${name}`))
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
})
