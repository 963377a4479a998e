import type { App } from '../harness/app'
import { openRaw } from '../harness/raw-client'
import { expect, test } from '../fixtures'
import { sessionOf } from '../sessions'
import { holdCookiePrefix } from '../steps'

/*
 * The app's own server answers a good arrival before Next has it. On a platform with a server of its own the route
 * answers it: whatever arrives, both must say the same. Byte by byte, as no client would send it.
 */

// One worker starts the app that is compared with, not each.
test.describe.configure({ mode: 'default' })

let onPlatform: App
test.beforeAll(async ({ startVariant }) => {
  onPlatform = await startVariant({ VERCEL: '1' })
})

const requestId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const query = `request_id=${requestId}&nonce=n-1`
const link = `/connect?${query}`

interface Sent {
  target?: string
  method?: string
  version?: string
  lines?: string[]
  body?: string
}

interface Answered {
  status: number
  headers: [name: string, value: string][]
}

/** Sends one request over a connection of its own. */
async function send(app: App, { target = link, method = 'GET', version = '1.1', lines = [], body = '' }: Sent) {
  const head = [`${method} ${target} HTTP/${version}`, 'Host: localhost', 'Connection: close', ...lines]
  const client = openRaw(Number(new URL(app.address).port), `${head.join('\r\n')}\r\n\r\n${body}`)
  await client.closed
  return answerIn(client.received())
}

function answerIn(received: string): Answered {
  const [first = '', ...lines] = received.split('\r\n\r\n', 1)[0]?.split('\r\n') ?? []
  const headers = lines.map((line): [string, string] => {
    const [name = '', ...value] = line.split(': ')
    return [name.toLowerCase(), value.join(': ')]
  })
  return { status: Number(first.split(' ')[1]), headers }
}

const valuesOf = ({ headers }: Answered, name: string) =>
  headers.filter(([key]) => key === name).map(([, value]) => value)

/** What differs between any two answers, and what a platform's server writes in its own way. */
const unlike = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length', 'x-request-id', 'vary']

/** An answer with what is random or of this second in it replaced. */
const comparable = ({ status, headers }: Answered) => ({
  status,
  headers: headers
    .filter(([name]) => !unlike.includes(name))
    .map(([name, value]) => `${name}: ${withoutRandom(value)}`)
    .toSorted(),
})

const withoutRandom = (value: string) =>
  value
    .replace(/'nonce-[^']+'/g, `'nonce-…'`)
    .replace(/(connect-hold-)[\w-]{12}=Fe26\.2[^;]+/, '$1…=…')
    .replace(/Expires=[^;]+; Max-Age=\d+/, (text) => text.replaceAll(/\d\d:\d\d:\d\d|\d+$/g, '…'))

/** Next names in `Vary` the headers of its own router. */
const isAnsweredByNext = (answer: Answered) => valuesOf(answer, 'vary').length > 0

const heldIn = (answer: Answered) =>
  valuesOf(answer, 'set-cookie')
    .filter((line) => line.startsWith(holdCookiePrefix))
    .map((line) => line.split(';', 1)[0] ?? '')

test.describe('a good arrival is answered without Next, as Next answers it', () => {
  const cookie = (text: string) => [`Cookie: ${text}`]
  const arrivals: Record<string, Sent> = {
    'of nobody': {},
    'of somebody whose session is none': { lines: cookie('next-auth.session-token=x; next-auth.session-token.0=y') },
    'with a language': { target: `${link}&lang=de`, lines: cookie('next-auth.session-token=x') },
    'with cookies of others': { lines: cookie('a=%zz; b; =c; lang=de; a="2"; __proto__=1; d=\u00e9') },
    'with holds that are none': { lines: cookie('connect-hold-a=%7E; connect-hold-a=2; connect-hold-b=%zz') },
    'with more holds that are none than anybody has': {
      lines: cookie(Array.from({ length: 12 }, (_, number) => `connect-hold-${number}=x`).join('; ')),
    },
    'with cookies as large as they may be': { lines: cookie(`a=${'x'.repeat(14_000)}`) },
    'with a body': { lines: ['Content-Length: 3'], body: 'abc' },
    'with a fragment, which no browser sends': { target: `${link}#x` },
    'with more in its query': { target: `/connect?x=1&${query}&__proto__=1&nxtPnonce=2&request_id[]=3` },
    'with a nonce in other letters': { target: `/connect?request_id=${requestId}&nonce=%E6%97%A5+a%2Bb%` },
    'by HTTP/1.0': { version: '1.0' },
    'with another host': { lines: ['X-Forwarded-Host: evil.example', 'X-Forwarded-Proto: gopher'] },
    'on Android': { lines: ['User-Agent: Mozilla/5.0 (Linux; Android 16)'] },
    'of a browser': { lines: ['Sec-Fetch-Dest: document', 'Sec-Fetch-Mode: navigate', 'Accept-Encoding: gzip'] },
    'without a link': { target: '/connect' },
    'with an empty query': { target: '/connect?' },
  }
  for (const [what, sent] of Object.entries(arrivals)) {
    test(what, async ({ app }) => {
      const own = await send(app, sent)
      const byRoute = await send(onPlatform, sent)
      expect(comparable(own)).toEqual(comparable(byRoute))
      expect([own.status, valuesOf(own, 'location')]).toEqual([303, ['/connect/confirm']])
      expect([isAnsweredByNext(own), isAnsweredByNext(byRoute)]).toEqual([false, true])
    })
  }

  test('of a user, beside a link that is held already', async ({ app }) => {
    const answerOf = async (at: App) => {
      const session = (await sessionOf(at, 'Ada')).map(({ name, value }) => `${name}=${value}`)
      const first = heldIn(await send(at, { lines: [`Cookie: ${session.join('; ')}`] }))
      const second = { target: link.replace('n-1', 'n-2'), lines: [`Cookie: ${[...session, ...first].join('; ')}`] }
      return send(at, second)
    }
    const own = await answerOf(app)
    expect(comparable(own)).toEqual(comparable(await answerOf(onPlatform)))
    // The one before needs its user's choice now.
    expect(heldIn(own)).toHaveLength(2)
    expect(isAnsweredByNext(own)).toBe(false)
  })

  test('and the next request on its connection too', async ({ app }) => {
    const head = (more: string) => `GET ${link} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`
    const both = `${head('Content-Length: 5\r\n')}hello${head('Connection: close\r\n')}`
    const client = openRaw(Number(new URL(app.address).port), both)
    await client.closed
    expect(client.received().match(/^HTTP\/1\.1 303 See Other/gm)).toHaveLength(2)
  })
})

test.describe('what is no good arrival is answered by Next as ever', () => {
  const requests: Record<string, [sent: Sent, status: number]> = {
    HEAD: [{ method: 'HEAD' }, 303],
    'a parameter twice': [{ target: `${link}&nonce=n-2` }, 400],
    'a parameter twice, once escaped': [{ target: `${link}&%6eonce=n-2` }, 400],
    'half a link': [{ target: `/connect?request_id=${requestId}` }, 400],
    'a prefetch': [{ lines: ['Sec-Purpose: prefetch'] }, 503],
    'an image': [{ lines: ['Sec-Fetch-Dest: image', 'Sec-Fetch-Mode: no-cors'] }, 403],
    'a request of Next’s own router': [{ lines: ['RSC: 1'] }, 307],
    'a whole address': [{ target: `http://evil.example${link}` }, 308],
    'a slash before': [{ target: `/${link}` }, 308],
    'a slash behind': [{ target: `/connect/?${query}` }, 303],
    capitals: [{ target: `/CONNECT?${query}` }, 404],
    'an escaped letter': [{ target: `/%63onnect?${query}` }, 404],
    'an escaped question mark': [{ target: `/connect%3F${query}` }, 404],
    POST: [{ method: 'POST', lines: ['Content-Length: 0'] }, 405],
    OPTIONS: [{ method: 'OPTIONS' }, 204],
  }
  for (const [what, [sent, status]] of Object.entries(requests)) {
    test(what, async ({ app }) => {
      const [own, byRoute] = [await send(app, sent), await send(onPlatform, sent)]
      const told = (answer: Answered) => [answer.status, valuesOf(answer, 'location'), heldIn(answer).length]
      expect(told(own)).toEqual(told(byRoute))
      expect(own.status).toBe(status)
    })
  }
})

test('too many arrivals from one address wait, each counted once, and others go on', async ({
  request,
  startVariant,
}) => {
  const token = 'a-token-for-metrics-of-more-than-32-characters'
  const app = await startVariant({ TRUSTED_PROXY_HOPS: '1', METRICS_TOKEN: token })
  const from = (address: string) => [`X-Forwarded-For: ${address}`]
  const statusFrom = async (address: string, target: string) =>
    (await send(app, { target, lines: from(address) })).status

  const visit = `GET /connect HTTP/1.1\r\nHost: localhost\r\n${from('192.0.2.1').join()}\r\n`
  const visits = `${visit}\r\n`.repeat(1198) + `${visit}Connection: close\r\n\r\n`
  const visitor = openRaw(Number(new URL(app.address).port), visits)
  await visitor.closed
  expect(visitor.received().match(/^HTTP\/1\.1 303 See Other/gm)).toHaveLength(1199)

  expect(await statusFrom('192.0.2.1', link)).toBe(303)
  expect(await statusFrom('192.0.2.1', link)).toBe(503)
  expect(await statusFrom('192.0.2.1', '/connect?nonce=1')).toBe(503)
  expect(await statusFrom('192.0.2.2', link)).toBe(303)
  const headers = { Authorization: `Bearer ${token}` }
  const metrics = await (await request.get(`${app.origin}/api/metrics`, { headers })).text()
  expect(metrics).toContain('subnet_connect_holds_total{event="kept"} 2')
  expect(metrics).toContain('subnet_connect_limits_hit_total{limit="arrivals"} 2')
})
