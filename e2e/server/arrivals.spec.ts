import { closeSync, openSync } from 'node:fs'
import getPort from 'get-port'
import { startApp, type App } from '../harness/app'
import { appVariables, manyPresses } from '../harness/app-variables'
import { metricsOf, metricsToken } from '../harness/metrics'
import { openRaw } from '../harness/raw-client'
import { startRedis, type Redis } from '../harness/redis'
import { Visitor } from '../harness/visitor'
import { expect, test } from '../fixtures'
import { holdCookiePrefix } from '../connect/page-steps'

/* Arrivals as raw bytes, including some that no client would send. */

const requestId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const query = `request_id=${requestId}&nonce=n-1`
const link = `/connect?${query}`

interface Sent {
  target?: string
  method?: string
  version?: string
  lines?: string[]
}

interface Answered {
  status: number
  headers: [name: string, value: string][]
}

/** Sends one request over a new connection. */
async function send(app: App, { target = link, method = 'GET', version = '1.1', lines = [] }: Sent) {
  const head = [`${method} ${target} HTTP/${version}`, 'Host: localhost', 'Connection: close', ...lines]
  const client = openRaw(Number(new URL(app.address).port), `${head.join('\r\n')}\r\n\r\n`)
  await client.closed
  return answerIn(client.received())
}

function answerIn(received: string): Answered {
  const [head = ''] = received.split('\r\n\r\n', 1)
  const [first = '', ...lines] = head.split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(': ')
    return [name.toLowerCase(), value.join(': ')]
  })
  return { status: Number(first.split(' ')[1]), headers }
}

const valuesOf = ({ headers }: Answered, name: string) =>
  headers.filter(([key]) => key === name).map(([, value]) => value)

/** Returns the hold cookies that an answer sets, without the deleted ones. */
const heldIn = (answer: Answered) =>
  valuesOf(answer, 'set-cookie')
    .map((line) => line.split(';', 1)[0] ?? '')
    .filter((cookie) => cookie.startsWith(holdCookiePrefix) && !cookie.endsWith('='))

test.describe('a valid arrival sets a hold cookie and redirects to the confirm page', () => {
  const cookie = (text: string) => [`Cookie: ${text}`]
  const arrivals: Record<string, Sent> = {
    'without a session': {},
    'with a session cookie that opens no session': {
      lines: cookie('next-auth.session-token=x; next-auth.session-token.0=y'),
    },
    'with a language': { target: `${link}&lang=de`, lines: cookie('next-auth.session-token=x') },
    'with other cookies': { lines: cookie('a=%zz; b; =c; lang=de; a="2"; __proto__=1; d=\u00e9') },
    'with invalid hold cookies': {
      lines: cookie('connect-hold-a=%7E; connect-hold-a=2; connect-hold-b=%zz'),
    },
    'with cookies of the max size': { lines: cookie(`a=${'x'.repeat(14_000)}`) },
    'with a fragment, which no browser sends': { target: `${link}#x` },
    'with more parameters in its query': { target: `/connect?x=1&${query}&__proto__=1&nxtPnonce=2&request_id[]=3` },
    'with a nonce that is not ASCII': { target: `/connect?request_id=${requestId}&nonce=%E6%97%A5+a%2Bb%` },
    'by HTTP/1.0': { version: '1.0' },
    'with another host': { lines: ['X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: gopher'] },
    'of a browser': { lines: ['Sec-Fetch-Dest: document', 'Sec-Fetch-Mode: navigate', 'Accept-Encoding: gzip'] },
    'with an absolute address': { target: `http://other.example${link}` },
    'with a trailing slash': { target: `/connect/?${query}` },
  }
  test('with anything that browsers and proxies may add', async ({ app }) => {
    for (const [what, sent] of Object.entries(arrivals)) {
      const answer = await send(app, sent)
      expect([answer.status, valuesOf(answer, 'location')], what).toEqual([303, ['/connect/confirm']])
      expect(valuesOf(answer, 'cache-control'), what).toEqual(['no-store'])
      expect(heldIn(answer), what).toHaveLength(1)
    }
  })

  test('with a body, and the app answers the next request on its connection too', async ({ app }) => {
    const head = (more: string) => `GET ${link} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
    const client = openRaw(Number(new URL(app.address).port), `${head('Content-Length: 5\r\n')}hello`)
    const answers = () => client.received().match(/^HTTP\/1\.1 303 See Other/gm)?.length
    await expect.poll(answers).toBe(1)
    client.socket.write(head('Connection: close\r\n'))
    await client.closed
    expect(answers()).toBe(2)
  })
})

// lib/connect/arrival.test.ts tests each form of a broken link and of a request that is no navigation, and
// lib/process/request-bounds.test.ts each invalid address.
test('an invalid arrival holds nothing', async ({ app }) => {
  const requests: Record<string, [sent: Sent, status: number]> = {
    HEAD: [{ method: 'HEAD' }, 303],
    'HEAD of half a link': [{ method: 'HEAD', target: `/connect?request_id=${requestId}` }, 400],
    'no link': [{ target: '/connect' }, 303],
    'an empty query': [{ target: '/connect?' }, 303],
    'a prefetch': [{ lines: ['Sec-Purpose: prefetch'] }, 403],
    'an image': [{ lines: ['Sec-Fetch-Dest: image', 'Sec-Fetch-Mode: no-cors'] }, 403],
    capitals: [{ target: `/CONNECT?${query}` }, 404],
    'an escaped question mark': [{ target: `/connect%3F${query}` }, 404],
    POST: [{ method: 'POST', lines: ['Content-Length: 0'] }, 405],
  }
  for (const [what, [sent, status]] of Object.entries(requests)) {
    const answer = await send(app, sent)
    expect([answer.status, heldIn(answer)], what).toEqual([status, []])
  }
})

test.describe('with Redis and a proxy', () => {
  let redis: Redis
  let app: App
  test.beforeAll(async ({ standIn }) => {
    redis = await startRedis()
    const port = await getPort()
    const variables = {
      ...appVariables({ standIn, port }),
      ...manyPresses,
      TRUSTED_PROXY_HOPS: '1',
      CLIENT_ADDRESS_HEADER: 'X-Real-IP',
      REDIS_URL: redis.url,
      CONNECT_RECORDS_MAX_ENTRIES: '50',
      METRICS_TOKEN: metricsToken,
    }
    // The disk is full: every write of the log fails with ENOSPC.
    const disk = openSync('/dev/full', 'w')
    app = await startApp({ port, variables, outputTo: disk })
    closeSync(disk)
  })
  test.afterAll(async () => {
    await app.close()
    await redis.close()
  })

  const ofRecords = /:list:connect-steps$|:value:connects:/
  const keysLike = async (pattern: string) => (await redis.command('KEYS', pattern)) as string[]
  /** Returns the counters in Redis, by which the app limits arrivals, except `before`. */
  const newCounters = async (before = new Set<string>()) =>
    (await keysLike('*')).filter((key) => !before.has(key) && !ofRecords.test(key))

  // The app ignores the header that a client can set.
  let sent = 0
  const arriveFrom = async (address: string, target = link) =>
    (await send(app, { target, lines: [`X-Real-IP: ${address}`, `X-Forwarded-For: 203.0.113.${sent++ % 250}`] })).status

  test('arrivals store one small counter with an expiry for each client address, without the address, and a limited list', async () => {
    await arriveFrom('192.0.2.1')
    const listKeys = () => keysLike('*:list:connect-steps')
    await expect.poll(listKeys).toHaveLength(1)
    const before = new Set(await newCounters())
    const arrivals = Array.from({ length: 60 }, (_, number) => arriveFrom(`198.51.100.${number % 20}`))
    expect(new Set(await Promise.all(arrivals))).toEqual(new Set([303]))
    const [list = ''] = await listKeys()
    await expect.poll(() => redis.command('XLEN', list)).toBe(50)
    const after = await newCounters(before)
    expect(after).toHaveLength(20)
    for (const key of after) {
      expect(key).toMatch(/:limit:arrivals:[\w-]{43}$/)
      expect(await redis.command('PTTL', key)).toBeGreaterThan(0)
      expect(await redis.command('MEMORY', 'USAGE', key)).toBeLessThan(200)
    }
  })

  test('too many arrivals from one client address get 429, and arrivals from another client address do not', async () => {
    const visitor = new Visitor(app.origin)
    const metrics = async () => {
      const valueOf = await metricsOf(app)
      return [valueOf('arrivals_total', { result: 'held' }), valueOf('limits_hit_total', { limit: 'arrivals' })]
    }
    const [heldBefore = 0, hitBefore = 0] = await metrics()
    const headers = { 'X-Real-IP': '192.0.2.11' }
    const before = new Set(await newCounters())
    expect((await visitor.send('/connect', { headers })).status).toBe(303)
    const added = await newCounters(before)
    expect(added).toHaveLength(1)
    // The limit is 1,200 arrivals.
    await redis.command('INCRBY', added[0] ?? '', '1198')

    expect(await arriveFrom('192.0.2.11')).toBe(303)
    expect(await arriveFrom('192.0.2.11')).toBe(429)
    expect(await arriveFrom('192.0.2.11', '/connect?nonce=1')).toBe(429)
    expect(await arriveFrom('192.0.2.12')).toBe(303)
    // The answer URLs of wallet apps have the same limit.
    const answerPath = '/connect/wallet-app/phantom/abcdefghijkl/connect'
    expect(await arriveFrom('192.0.2.11', answerPath)).toBe(429)
    expect(await arriveFrom('192.0.2.12', answerPath)).toBe(200)
    expect(await metrics()).toEqual([heldBefore + 2, hitBefore + 3])
  })

  test('an app that logs to a full disk starts, serves, and stops at SIGTERM', async () => {
    const statuses = Array.from({ length: 30 }, (_, number) => arriveFrom(`203.0.113.${number}`))
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([303]))
    expect(await app.close()).toBe(0)
  })
})
