import type { App } from '../harness/app'
import { processorMs } from '../harness/process-cost'
import { openRaw, statusOf } from '../harness/raw-client'
import { expect, test } from '../fixtures'

/*
 * What one request from a stranger may cost the processor. Each header that Next or this app reads, the address and
 * the forms are tried at the largest size that passes, filled with what makes careless code slow. Unbounded, a
 * User-Agent cost 600 ms and a query 2,300 ms; a usual page costs 10.
 */

const mostMs = 120

/** Node's own bound for the first line and all headers of a request. */
const headBytes = 16 * 1024

const headers = `
  accept accept-charset accept-encoding accept-language authorization baggage cache-control content-encoding
  content-type cookie dnt forwarded if-match if-modified-since if-none-match if-range next-action next-hmr-refresh
  next-router-prefetch next-router-segment-prefetch next-router-state-tree next-url origin pragma purpose range
  referer rsc save-data sec-fetch-dest sec-fetch-mode sec-fetch-site sec-purpose te traceparent upgrade user-agent
  via x-action-forwarded x-admin-jwt x-auth-return-redirect x-csrf-token x-deployment-id x-file-name x-forwarded-for
  x-forwarded-host x-forwarded-port x-forwarded-proto x-matched-path x-middleware-prefetch x-middleware-subrequest
  x-next-resume-state-length x-nextjs-data x-nextjs-html-request-id x-nextjs-postponed x-nextjs-request-id
  x-nextjs-resume x-now-route-matches x-prerender-revalidate x-request-id
`
  .trim()
  .split(/\s+/)

const headerFills = ['a', '-', 'a-', 'a,', 'a=b; ', '%5B%22', '["",{"c":', 'a ', '/(.)a', '0-1,', '*']

const addressFills = [
  'a',
  '&a',
  '&a=1',
  '&%41',
  '&nxtPa=1',
  '_rsc=1&',
  'a/',
  '(..)',
  './',
  '//',
  '%2f',
  ';',
  '[a]',
  '%25',
  '?',
]

// One worker starts the app and warms it up, not each.
test.describe.configure({ mode: 'default', timeout: 180_000 })

test('no header costs much', async ({ startVariant }) => {
  const target = await warmedUp(await startVariant({ LOG_LEVEL: 'fatal' }))
  for (const name of headers) {
    for (const fill of headerFills) {
      // A session is looked for in every cookie of this name; a header alone is not read without its company.
      const start = name === 'cookie' ? 'next-auth.session-token=' : ''
      const companions = name === 'rsc' || !name.startsWith('next-') ? '' : 'RSC: 1\r\n'
      for (const [method, path] of [
        ['GET', '/signin'],
        ['GET', '/favicon.ico'],
        ['POST', '/connect/confirm'],
      ] as const) {
        const head = (value: string) => headOf({ method, path, more: `${companions}${name}: ${start}${value}\r\n` })
        const value = filled(fill, headBytes - head('').length - 1)
        const cost = await target.costOf(head(value))
        expect(cost, `${method} ${path} with ${name}: ${start}${fill}${fill}…`).toBeLessThan(mostMs)
      }
    }
  }
  // The sizes were those that pass.
  expect(
    await target.statusFor(headOf({ more: `user-agent: ${filled('a', headBytes - headOf({}).length - 15)}\r\n` })),
  ).toBe(200)
  expect(await target.statusFor(headOf({ more: `user-agent: ${filled('a', headBytes)}\r\n` }))).toBe(431)
})

test('many headers and many cookies cost no more', async ({ startVariant }) => {
  const target = await warmedUp(await startVariant({ LOG_LEVEL: 'fatal' }))
  const room = headBytes - headOf({}).length - 100
  const cookies = (count: number, name = 'a') =>
    `cookie: ${Array.from({ length: count }, (_, index) => `${name}${index}=a`).join('; ')}\r\n`
  const crowds = {
    'headers of one name': filled('a:\r\n', room - (room % 4)),
    'headers of many names': listed((index) => `a${index}:\r\n`, room),
    cookies: cookies(200),
    'parts of a session': cookies(200, 'next-auth.session-token.'),
    'more cookies than pass': `cookie: ${listed((index) => `a${index}=;`, room)}\r\n`,
  }
  // The numbers were those that pass.
  expect(await target.statusFor(headOf({ more: cookies(200) }))).toBe(200)
  expect(await target.statusFor(headOf({ more: cookies(201) }))).toBe(431)
  for (const [what, more] of Object.entries(crowds)) {
    for (const path of ['/favicon.ico', '/signin', '/connect/confirm', '/no/such']) {
      expect(await target.costOf(headOf({ path, more })), `${what} at ${path}`).toBeLessThan(mostMs)
    }
  }
})

test('no address costs much', async ({ startVariant }) => {
  const target = await warmedUp(await startVariant({ LOG_LEVEL: 'fatal' }))
  const longest = 8192
  const bases = ['/favicon.ico', '/connect', '/signin', '/console/conversions', '/api/auth/signin', '/no/such']
  for (const base of bases) {
    for (const fill of addressFills) {
      for (const separator of ['?', '/']) {
        const whole = base + separator + filled(fill, longest - base.length - 1)
        // As many parameters as pass, the last of which takes what room is left.
        const parts = whole.split('&')
        const path =
          parts.length > 100 ? [...parts.slice(0, 99), filled('a', longest)].join('&').slice(0, longest) : whole
        const cost = await target.costOf(headOf({ path }))
        expect(cost, `${base}${separator}${fill}${fill}…`).toBeLessThan(mostMs)
      }
    }
  }
  // The sizes were those that pass.
  expect(await target.statusFor(headOf({ path: `/favicon.ico?${filled('a', longest - 13)}` }))).toBe(200)
  expect(await target.statusFor(headOf({ path: `/favicon.ico?${filled('a', longest - 12)}` }))).toBe(414)
  expect(await target.statusFor(headOf({ path: `/favicon.ico?${filled('&a', 198)}` }))).toBe(200)
  expect(await target.statusFor(headOf({ path: `/favicon.ico?${filled('&a', 200)}` }))).toBe(414)
})

test('no form costs much', async ({ startVariant }) => {
  const target = await warmedUp(await startVariant({ LOG_LEVEL: 'fatal' }))
  const bytes = 64 * 1024
  const boundary = '----b'
  const part = (name: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`
  const bodies: Record<string, string[]> = {
    'application/x-www-form-urlencoded': [...addressFills, 'a&', 'a=1&', '+'].map((fill) => filled(fill, bytes)),
    'application/json': [filled('[', bytes), filled('{"a":', bytes)],
    [`multipart/form-data; boundary=${boundary}`]: [
      listed(() => part('a'), bytes - 10) + `--${boundary}--`,
      listed((index) => part(`$ACTION_REF_${index}`), bytes - 10) + `--${boundary}--`,
      listed((index) => part(`$ACTION_ID_${index}`), bytes - 10) + `--${boundary}--`,
      filled('-', bytes),
      filled(`\r\n--${boundary}`, bytes),
      part(filled('a', bytes - 60)),
    ],
    'text/plain;charset=UTF-8': [filled('[', bytes), filled('["$Q1",', bytes), `["$n${filled('9', bytes - 6)}"]`],
  }
  for (const path of ['/signin', '/connect/confirm', '/api/auth/signin/demo', '/api/auth/callback/demo', '/console']) {
    for (const [type, texts] of Object.entries(bodies)) {
      for (const [index, body] of texts.entries()) {
        for (const action of ['', `Next-Action: ${'4'.repeat(42)}\r\n`]) {
          const more = `${action}Content-Type: ${type}\r\nContent-Length: ${body.length}\r\n`
          const cost = await target.costOf(headOf({ method: 'POST', path, more }) + body)
          expect(cost, `POST ${path} ${type} ${index} ${action}`).toBeLessThan(mostMs)
        }
      }
    }
  }
})

/** A text of so many characters, made of one that is repeated. */
const filled = (fill: string, length: number) => fill.repeat(Math.ceil(length / fill.length)).slice(0, length)

/** Texts with a number in them, as many as fit. */
function listed(textOf: (index: number) => string, length: number): string {
  let list = ''
  for (let index = 0; list.length + textOf(index).length <= length; index += 1) list += textOf(index)
  return list
}

function headOf({ method = 'GET', path = '/favicon.ico', more = '' }): string {
  const own = 'Host: localhost\r\nOrigin: http://localhost\r\nConnection: close\r\n'
  return `${method} ${path} HTTP/1.1\r\n${own}${more}\r\n`
}

/** The app, once it has made each page and need not compile any more. */
async function warmedUp(app: App) {
  const port = Number(new URL(app.origin).port)
  const statusFor = async (text: string): Promise<number> => {
    const client = openRaw(port, text)
    await client.closed
    return statusOf(client)
  }
  for (const path of ['/', '/signin', '/favicon.ico', '/connect/confirm', '/no/such', '/'])
    await statusFor(headOf({ path }))
  /** Processor time for one request in milliseconds. What is over the bound is tried again: it may be a collection. */
  const costOf = async (text: string): Promise<number> => {
    let least = Infinity
    for (let attempt = 0; attempt < 4 && least >= mostMs; attempt += 1) {
      const before = processorMs(app.processId)
      await statusFor(text)
      least = Math.min(least, processorMs(app.processId) - before)
    }
    return least
  }
  return { statusFor, costOf }
}
