import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { listen } from '../../e2e/harness/listen'
import { configWith } from '../../lib/config/test-support'
import { judgeLatency, judgeRedisInfo } from '../checks/redis'
import { judgeClockError, serviceClock } from '../checks/service'
import { Deployment, madeUpAddress } from './deployment'
import { judgeConnections, judgeOperators, judgeUserIds } from './environment'
import { judgeProxyHops } from './proxy'
import { judgeNode, judgeVersion } from './version'

/* The judges that need no request: tables of what they read, and what they say. */

const versions = { version: '1.0.0', node: '24.0.0', sentAt: 0, receivedAt: 0 }
const has = (text: string) => expect.stringContaining(text) as string

/** Judges what the deployment reports of the header with the client address. */
const hopsJudged = (trustedProxyHops: number, forwardedFor: string | null, isHttps = true) =>
  judgeProxyHops({ ...versions, trustedProxyHops, clientAddressHeader: 'X-Forwarded-For', forwardedFor }, isHttps)

it.each([
  // One or two proxies that add the address.
  [1, `${madeUpAddress}, 198.51.100.1`, 'holds', '1 proxy adds'],
  [2, `${madeUpAddress}, 198.51.100.1, 10.0.0.1`, 'holds', '2 proxies add'],
  // One proxy that replaces the header, and then one that adds to it.
  [1, '198.51.100.1', 'holds', '1 proxy adds'],
  [2, `${madeUpAddress}, 198.51.100.1`, 'wrong', 'clients can choose'],
  [1, `${madeUpAddress}, 198.51.100.1, 10.0.0.1`, 'wrong', 'look like one client'],
  [1, madeUpAddress, 'wrong', 'passes no client address to the app'],
  [0, null, 'wrong', 'passes no client address to the app'],
])('judgeProxyHops with %i hops and the header %j is %s', (hops, forwardedFor, state, what) => {
  expect(hopsJudged(hops, forwardedFor)).toMatchObject({ state, what: has(what) })
})

it('judgeProxyHops holds without a proxy over plain http, and is unknown when the deployment does not report it', () => {
  expect(hopsJudged(0, madeUpAddress, false).state).toBe('holds')
  expect(judgeProxyHops(undefined, true).state).toBe('unknown')
})

it('judgeProxyHops judges the header that the deployment reads, when a proxy overwrites it and when it passes on the claim of a client', async () => {
  let overwritten: string | undefined = '198.51.100.1'
  const server = createServer(({ headers }, response) => {
    const forwardedFor = overwritten ?? headers['x-real-ip'] ?? null
    response.end(JSON.stringify({ ...versions, trustedProxyHops: 1, clientAddressHeader: 'X-Real-IP', forwardedFor }))
  })
  const { port, close } = await listen(server)
  onTestFinished(close)
  const diagnosis = () => new Deployment(new URL(`http://127.0.0.1:${port}`)).diagnosis()
  expect(judgeProxyHops(await diagnosis(), true).state).toBe('holds')
  overwritten = undefined
  expect(judgeProxyHops(await diagnosis(), true)).toMatchObject({ state: 'wrong', todo: has('X-Real-IP') })
})

it.each([
  ['20.20.2', 'no fixes since 2026-04-30', 'Use Node 24.'],
  ['22.9.0', 'known vulnerabilities', 'Use Node 22.23.4 or newer.'],
  ['22.23.4', 'gets fixes until 2027-04-30.', null],
  ['99.0.0', 'does not know', null],
])('judgeNode says of Node %s: %s', (version, what, todo) => {
  expect(judgeNode(version, new Date('2026-11-26'))).toEqual({ state: 'holds', what: has(what), todo })
})

it.each([
  ['0.1.0', '0.3.0', 'wrong'],
  // Without a report of the deployment, it compares its own version.
  [undefined, '0.1.0', 'wrong'],
  ['0.3.0', '0.3.0', 'holds'],
  ['0.4.0', '0.3.0', 'unknown'],
])('judgeVersion of the running version %s, by the copy of version %s, is %s', (running, version, state) => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n- **Breaking**: not out yet.\n\n## 0.3.0 - 2026-12-24\n\n' +
    '- **Breaking**: `NEW` is required.\n- Something else.\n\n## 0.2.0 - 2026-12-01\n\n## 0.1.0 - 2026-11-20\n'
  const at = { trustedProxyHops: 0, clientAddressHeader: 'X-Forwarded-For', forwardedFor: null }
  const diagnosis = running === undefined ? undefined : { ...versions, ...at, version: running }
  const ofOld = {
    what: 'Version 0.1.0 runs; 0.3.0, 0.2.0 came after it.',
    todo: 'Upgrade, and read CHANGELOG.md first. Breaking changes: `NEW` is required.',
  }
  const verdict = judgeVersion(diagnosis, { version, changelog })
  expect(verdict).toMatchObject({ state, ...(state === 'wrong' && ofOld) })
})

it('judgeVersion quotes each breaking change of CHANGELOG.md', () => {
  const changelog = readFileSync('CHANGELOG.md', 'utf8').replace('## Unreleased', '## 9.0.0 - 2030-01-01')
  const { todo } = judgeVersion(undefined, { version: '1.0.0', changelog })
  for (const [, text = ''] of changelog.matchAll(/^- \*\*Breaking\W+(.+)/gm)) expect(todo).toContain(text)
})

it('judgeConnections has a remedy only when there is neither CONNECTIONS_TOKEN nor a webhook', () => {
  const [connectionsToken, webhook] = ['a token', { url: 'a', secret: 'b', allowsHttp: false }]
  const none = { connectionsToken: undefined, webhook: undefined }
  expect(judgeConnections(none).todo).toContain('CONNECTIONS_TOKEN')
  for (const one of [{ connectionsToken }, { webhook }]) expect(judgeConnections({ ...none, ...one }).todo).toBeNull()
})

it('judgeOperators says what to set when nothing names an operator, which an app without a console may intend', () => {
  expect(judgeOperators(configWith({ CONSOLE_USERS: 'ada' }))).toMatchObject({ state: 'holds', todo: null })
  const none = { state: 'holds', what: has('nobody'), todo: has('CONSOLE_USERS') }
  expect(judgeOperators(configWith())).toMatchObject(none)
})

const noProvider = { OIDC_ISSUER: '', OIDC_CLIENT_ID: '', OIDC_CLIENT_SECRET: '' }
it.each([
  [{}, 'the claim sub of https://login.example/.'],
  [{ OIDC_USER_ID_CLAIM: '["user","id"]' }, 'the claim user.id of https://login.example/.'],
  [
    { ...noProvider, LOGIN_URL: 'https://www.example.com/login', LOGIN_SECRET: 's'.repeat(32) },
    'the claim sub of https://www.example.com.',
  ],
  [
    { ...noProvider, LOGIN_PROVIDER: 'github', LOGIN_CLIENT_ID: 'id', LOGIN_CLIENT_SECRET: 's' },
    'their account ID at github.',
  ],
])('judgeUserIds says with %j: Users are known by %s', (change, what) => {
  const verdict = judgeUserIds(configWith(change).login)
  expect(verdict).toMatchObject({ state: 'holds', what: has(`Users are known by ${what} If the login`), todo: null })
})

it.each([
  // The time of a request and of its response, after the `Date` of whole seconds.
  [5900, 5900, 'holds', 'agrees'],
  // A slow response does not show an error of the clock.
  [-20_000, 20_000, 'holds', 'agrees'],
  [7000, 7000, 'wrong', '6 seconds ahead'],
  [-6000, -6000, 'wrong', '6 seconds behind'],
])('judgeClockError of a request at %i ms and a response at %i ms is %s', (sentAt, receivedAt, state, what) => {
  const serviceTime = Date.UTC(2026, 0, 1)
  const reading = { serviceTime, sentAt: serviceTime + sentAt, receivedAt: serviceTime + receivedAt }
  expect(judgeClockError(reading, serviceClock)).toMatchObject({ state, what: has(what) })
})

it.each<[Record<string, string>, string, string | null]>([
  [{}, 'holds', null],
  [{ redis_version: '6.2.0' }, 'holds', null],
  [{ maxmemory: '0', maxmemory_policy: 'allkeys-lru' }, 'holds', null],
  [{ aof_enabled: '0' }, 'holds', 'CONFIG SET appendonly yes'],
  [{ redis_version: '6.0.16' }, 'wrong', 'Use Redis 6.2'],
  [{ redis_version: '5.9.9' }, 'wrong', 'Use Redis 6.2'],
  [{ maxmemory_policy: 'allkeys-lru' }, 'wrong', 'noeviction'],
  [{ maxmemory_policy: '' }, 'unknown', 'noeviction'],
  [{ aof_enabled: '' }, 'unknown', 'keeps its data'],
])('judgeRedisInfo of a Redis with %j is %s', (change, state, todo) => {
  const usual = { redis_version: '7.0.15', maxmemory: '1000', maxmemory_policy: 'noeviction', aof_enabled: '1' }
  const info = Object.entries({ ...usual, ...change }).map(([name, value]) => `${name}:${value}\r\n`)
  const verdict = judgeRedisInfo(`# Server\r\n${info.join('')}`)
  expect(verdict).toMatchObject({ state, todo: todo && has(todo) })
})

it('judgeLatency is wrong when a write takes more than 50 ms', () => {
  expect([judgeLatency(50)?.state, judgeLatency(51)?.state]).toEqual([undefined, 'wrong'])
})
