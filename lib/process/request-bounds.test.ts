import type { IncomingHttpHeaders } from 'node:http'
import { expect, it } from 'vitest'
import { demoLoginRefusal, normalizeHead, requestBounds, badHead } from './request-bounds'

const { addressLength, parameters, cookies, formBytes, userAgentLength } = requestBounds
const addressOf = (length: number) => `/signin?${'a'.repeat(length - '/signin?'.length)}`
const query = (count: number) => `/?${Array.from({ length: count }, () => 'a').join('&')}`
const upload = '/console/uploads/file'

const cases: [what: string, allowed: Head, refused: Head, status: number][] = [
  ['the address', { url: addressOf(addressLength) }, { url: addressOf(addressLength + 1) }, 414],
  ['parameters', { url: query(parameters) }, { url: query(parameters + 1) }, 414],
  ['cookies', withCookies(cookies), withCookies(cookies + 1), 431],
  ['a form', posted('/signin', formBytes), posted('/signin', formBytes + 1), 413],
  ['a file', posted(upload, 1e12), posted(`${upload}s`, 1e12), 413],
  ['the address of a file', posted(`${upload}?a`, 1e12), posted('/console/uploads/%66ile', 1e12), 413],
  ['a body of unknown length', streamed(upload), streamed('/signin'), 411],
  ['a whole address', { url: '/connect' }, { url: 'http://evil.example/connect' }, 400],
  ['no address', { url: '/' }, { url: '*' }, 400],
  ['the address of a file that has no end', { url: `${upload}?a` }, { url: upload + query(101) }, 414],
]

it.each(cases)('refuses, or bounds, %s', (_what, allowed, refused, status) => {
  expect(badHead({ headers: {}, ...allowed })).toBeUndefined()
  expect(badHead({ headers: {}, ...refused })).toMatchObject({ status })
})

it('bounds nothing where there is no address and no header', () => {
  expect(badHead({ url: undefined, headers: {} })).toBeUndefined()
})

it.each([
  ['a'.repeat(userAgentLength + 1), 'a'.repeat(userAgentLength)],
  ['Mozilla/5.0', 'Mozilla/5.0'],
])('shortens a User-Agent that no browser has, and leaves the others', (sent, read) => {
  const head = { url: '/', headers: { 'user-agent': sent } }
  normalizeHead(head)
  expect(head.headers).toEqual({ 'user-agent': read })
})

it.each([
  ['/connect?a=//b\\\\', '/connect?a=//b\\\\'],
  ['//connect?a', '/connect?a'],
  ['/connect//confirm/', '/connect/confirm/'],
  ['\\\\connect', '/connect'],
  ['/console//uploads\\file', upload],
])('reads the address %s as %s', (sent, read) => {
  const head = { url: sent, headers: {} }
  normalizeHead(head)
  expect(head.url).toBe(read)
})

it.each(['127.0.0.1', '127.8.9.1', '::ffff:127.0.0.1', '::1'])('serves the demo login at %s', (localAddress) => {
  expect(demoLoginRefusal({ localAddress })).toBeUndefined()
})

it.each(['192.0.2.7', '::ffff:192.0.2.7', '0.0.0.0', '::', '2001:db8::127.0', '10.127.0.0', ''])(
  'refuses the demo login at %s',
  (localAddress) => expect(demoLoginRefusal({ localAddress })).toMatchObject({ status: 403 }),
)

function withCookies(count: number): Head {
  return { url: '/', headers: { cookie: Array.from({ length: count }, (_, index) => `a${index}=b`).join('; ') } }
}

interface Head {
  url?: string | undefined
  headers?: IncomingHttpHeaders
}

function posted(url: string, bytes: number): Head {
  return { url, headers: { 'content-length': String(bytes) } }
}

function streamed(url: string): Head {
  return { url, headers: { 'transfer-encoding': 'chunked' } }
}
