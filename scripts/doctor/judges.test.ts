import { createServer } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listen } from '../../e2e/harness/listen'
import { securityHeaders } from '../../lib/request/security-headers'
import { judgeConnections } from '../checks/connections'
import { ownCaHint } from '../checks/http'
import { judgeLatency, judgeRedisInfo } from '../checks/redis'
import { judgeClockError, serviceClock } from '../checks/service'
import { Deployment, madeUpAddress } from './deployment'
import { cookieProblems, headerProblems } from './outside'
import { judgeProxyHops } from './proxy'
import { judgeNode, judgeVersion } from './version'

const versions = { version: '1.0.0', node: '24.0.0', sentAt: 0, receivedAt: 0 }

describe('judgeProxyHops', () => {
  const judged = (trustedProxyHops: number, forwardedFor: string | null, isHttps = true) =>
    judgeProxyHops({ ...versions, trustedProxyHops, clientAddressHeader: 'X-Forwarded-For', forwardedFor }, isHttps)

  it('holds when the client address in the header is the one that the hops lead to', () => {
    for (const [hops, forwardedFor] of [
      // One or two proxies that add the address.
      [1, `${madeUpAddress}, 198.51.100.1`],
      [2, `${madeUpAddress}, 198.51.100.1, 10.0.0.1`],
      // One proxy that replaces the header, and then one that adds to it.
      [1, '198.51.100.1'],
      [2, '198.51.100.1,10.0.0.1'],
    ] as const) {
      expect(judged(hops, forwardedFor).state, `${hops}: ${forwardedFor}`).toBe('holds')
    }
    expect(judged(0, madeUpAddress, false).state).toBe('holds')
  })

  it('is wrong with too many or too few hops, and with a proxy that adds no address or drops the header', () => {
    for (const [hops, forwardedFor, what] of [
      [2, `${madeUpAddress}, 198.51.100.1`, 'clients can choose'],
      [1, `${madeUpAddress}, 198.51.100.1, 10.0.0.1`, 'look like one client'],
      [1, madeUpAddress, 'passes no client address to the app'],
      [0, null, 'passes no client address to the app'],
    ] as const) {
      const verdict = judged(hops, forwardedFor)
      expect(verdict, `${hops}: ${forwardedFor}`).toMatchObject({ state: 'wrong', what: expect.stringContaining(what) })
      if (what.includes('passes no')) expect(verdict.todo).toContain('docs/deploy/other-proxies.md')
    }
  })

  it('judges the header that the deployment reads, when a proxy overwrites it and when it passes on the claim of a client', async () => {
    let seen: string | undefined
    const server = createServer(({ headers }, response) => {
      const forwardedFor = seen ?? headers['x-real-ip'] ?? null
      response.end(JSON.stringify({ ...versions, trustedProxyHops: 1, clientAddressHeader: 'X-Real-IP', forwardedFor }))
    })
    const { port, close } = await listen(server)
    onTestFinished(close)
    const diagnosis = () => new Deployment(new URL(`http://127.0.0.1:${port}`)).diagnosis()
    seen = '198.51.100.1'
    expect(judgeProxyHops(await diagnosis(), true).state).toBe('holds')
    seen = undefined
    expect(judgeProxyHops(await diagnosis(), true)).toMatchObject({
      state: 'wrong',
      todo: expect.stringContaining('X-Real-IP'),
    })
  })

  it('is unknown when the deployment does not report it', () => {
    expect(judgeProxyHops(undefined, true).state).toBe('unknown')
  })
})

it('judgeNode names a Node whose support has ended or that lacks fixes, and no other', () => {
  const today = new Date('2026-11-26')
  for (const [version, what, hasTodo] of [
    ['20.20.2', 'no fixes since 2026-04-30', true],
    ['25.9.0', 'no fixes since 2026-06-01', true],
    ['22.23.3', 'known vulnerabilities', true],
    ['22.23.4', 'gets fixes until 2027-04-30.', false],
    ['24.9.0', 'known vulnerabilities', true],
    ['24.22.0', 'known vulnerabilities', true],
    ['24.22.1', 'gets fixes until 2028-04-30.', false],
    ['26.12.0', 'known vulnerabilities', true],
    ['26.13.0', 'gets fixes until 2029-04-30.', false],
    ['27.0.0', 'gets fixes until 2030-04-30.', false],
    ['99.0.0', 'does not know', false],
  ] as const) {
    const verdict = judgeNode(version, today)
    expect(verdict, version).toMatchObject({ state: 'holds', what: expect.stringContaining(what) })
    expect(Boolean(verdict.todo), version).toBe(hasTodo)
  }
  expect(judgeNode('24.21.0', today)).toMatchObject({ todo: 'Use Node 24.22.1 or newer.' })
  expect(judgeNode('24.21.0', new Date('2028-05-01'))).toMatchObject({ todo: 'Use Node 24.' })
  expect(judgeNode(undefined).state).toBe('unknown')
})

describe('judgeVersion', () => {
  const changelog = `# Changelog

## Unreleased

- **Breaking:** not out yet.

## 0.3.0 - 2026-12-24

- **Breaking:** \`NEW\` is required.
- Something else.

## 0.2.0 - 2026-12-01

## 0.1.0 - 2026-11-20
`

  const at = { trustedProxyHops: 0, clientAddressHeader: 'X-Forwarded-For', forwardedFor: null }
  const judged = (running: string | undefined, copy = '0.3.0') =>
    judgeVersion(running === undefined ? undefined : { ...versions, ...at, version: running }, {
      version: copy,
      changelog,
    })

  it('is wrong when a newer version exists, and lists the breaking changes', () => {
    const verdict = {
      state: 'wrong',
      what: 'Version 0.1.0 runs; 0.3.0, 0.2.0 came after it.',
      todo: 'Upgrade, and read CHANGELOG.md first. Breaking changes: `NEW` is required.',
    }
    expect(judged('0.1.0')).toEqual(verdict)
    expect(judged(undefined, '0.1.0')).toEqual(verdict)
  })

  it('holds when the newest version runs, and is unknown when the deployment or the changelog does not have it', () => {
    expect(judged('0.3.0').state).toBe('holds')
    expect([judged('0.4.0').state, judged(undefined).state]).toEqual(['unknown', 'unknown'])
  })
})

it('headerProblems names headers that are missing or have another value, but allows more directives against caching', () => {
  const nonce = 'AAAAAAAAAAAAAAAAAAAAAA=='
  const problems = (change: Record<string, string | null>) => {
    const headers = new Headers(securityHeaders({ nonce, isHttps: true, isDevelopment: false, isAndroid: false }))
    for (const [name, value] of Object.entries(change)) {
      if (value === null) headers.delete(name)
      else headers.set(name, value)
    }
    return headerProblems(headers, true)
  }
  expect(problems({})).toEqual([])
  expect(problems({ 'cache-control': 'private, no-cache, no-store, max-age=0' })).toEqual([])
  const wrong = {
    'content-security-policy': "default-src 'self'",
    'strict-transport-security': null,
    'cache-control': 'public, max-age=60',
  }
  expect(problems({ 'content-security-policy': null })).toEqual(['Content-Security-Policy is missing'])
  expect(problems(wrong).toSorted()).toEqual([
    'Cache-Control has another value',
    'Content-Security-Policy has another value',
    'Strict-Transport-Security is missing',
  ])
})

it('cookieProblems names each missing protection of a cookie', () => {
  for (const [line, ...problems] of [
    ['__Host-a=b=c; Path=/; Secure; HttpOnly; SameSite=lax'],
    ['__Host-a=1; Path=/; HttpOnly; SameSite=lax', '__Host-a is not secure'],
    ['__Host-a=1; Path=/; Secure; SameSite=lax', '__Host-a is not httponly'],
    ['__Host-a=1; Path=/; Secure; HttpOnly', '__Host-a is not samesite'],
    ['__Host-a=1; Path=/; Secure; HttpOnly; SameSite=None', '__Host-a is SameSite=None'],
    ['__Host-a=1; Domain=example.com; Secure; HttpOnly; SameSite=lax', '__Host-a is for a whole domain'],
    ['__Secure-a=1; Path=/; Secure; HttpOnly; SameSite=lax', '__Secure-a has no __Host- prefix'],
  ] as const) {
    expect(cookieProblems(line), line).toEqual(problems)
  }
})

it('ownCaHint names NODE_EXTRA_CA_CERTS for a certificate of an own authority only', () => {
  for (const code of [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  ]) {
    expect(ownCaHint(code), code).toContain('NODE_EXTRA_CA_CERTS')
  }
  for (const code of ['CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ECONNREFUSED']) {
    expect(ownCaHint(code), code).toBeUndefined()
  }
})

it('judgeConnections has a remedy only when there is neither CONNECTIONS_TOKEN nor a webhook', () => {
  const [none, connectionsToken, webhook] = [undefined, 'a token', { url: 'a', secret: 'b', allowsHttp: false }]
  expect(judgeConnections({ connectionsToken: none, webhook: none }).todo).toContain('CONNECTIONS_TOKEN')
  for (const given of [
    { connectionsToken, webhook: none },
    { connectionsToken: none, webhook },
  ])
    expect(judgeConnections(given)).toMatchObject({ state: 'holds', todo: null })
})

describe('judgeClockError with a Date of whole seconds', () => {
  const serviceTime = Date.UTC(2026, 0, 1)
  const judged = (sentAt: number, receivedAt = sentAt) =>
    judgeClockError({ serviceTime, sentAt: serviceTime + sentAt, receivedAt: serviceTime + receivedAt }, serviceClock)

  it('holds when the clock is less than six seconds ahead or behind, or the response is slow', () => {
    for (const [sentAt, receivedAt] of [
      [0, 0],
      [5900, 5900],
      [-5000, -5000],
      // A slow response does not show an error of the clock.
      [-20_000, 20_000],
    ] as const) {
      expect(judged(sentAt, receivedAt).state, `${sentAt}, ${receivedAt}`).toBe('holds')
    }
  })

  it('is wrong when the clock is six seconds ahead or behind', () => {
    expect(judged(7000)).toMatchObject({ state: 'wrong', what: expect.stringContaining('6 seconds ahead') })
    expect(judged(-6000)).toMatchObject({ state: 'wrong', what: expect.stringContaining('6 seconds behind') })
  })
})

describe('judgeRedisInfo and judgeLatency', () => {
  const judged = (change: Record<string, string>) => {
    const right = { redis_version: '7.0.15', maxmemory: '1000', maxmemory_policy: 'noeviction', aof_enabled: '1' }
    const info = Object.entries({ ...right, ...change }).map(([name, value]) => `${name}:${value}\r\n`)
    return judgeRedisInfo(`# Server\r\n${info.join('')}`)
  }

  it('hold or are wrong by the version and the policy for a full memory', () => {
    for (const change of [{}, { redis_version: '6.2.0' }, { maxmemory: '0', maxmemory_policy: 'allkeys-lru' }]) {
      expect(judged(change), JSON.stringify(change)).toMatchObject({ state: 'holds', todo: null })
    }
    for (const change of [
      { redis_version: '6.0.16' },
      { redis_version: '5.9.9' },
      { maxmemory_policy: 'allkeys-lru' },
    ]) {
      expect(judged(change).state, JSON.stringify(change)).toBe('wrong')
    }
  })

  it('are unknown when Redis does not report its policy or its file', () => {
    for (const name of ['maxmemory_policy', 'aof_enabled']) {
      expect(judged({ [name]: '' })).toMatchObject({ state: 'unknown', what: expect.stringContaining(name) })
    }
  })

  it('give a hint when Redis does not persist its data', () => {
    expect(judged({ aof_enabled: '0' })).toMatchObject({
      state: 'holds',
      todo: expect.stringContaining('CONFIG SET appendonly yes'),
    })
  })

  it('are wrong when a write takes more than 50 ms', () => {
    expect(judgeLatency(51)?.state).toBe('wrong')
    expect(judgeLatency(50)).toBeUndefined()
  })
})
