import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { folderWith } from '@/lib/test-support'
import { badBody, badHead, demoLoginRefusal, normalizeHead, requestBounds, servedFiles } from './request-bounds'

const { addressLength, parameters, cookies, formBytes, userAgentLength } = requestBounds
const addressOf = (length: number) => `/signin?${'a'.repeat(length - '/signin?'.length)}`
const query = (count: number) => `/?${Array.from({ length: count }, () => 'a').join('&')}`
const upload = '/console/uploads/file'

const putFile = { method: 'PUT', url: '/a/b.js' }
const cases: [what: string, allowed: Head, refused: Head, status: number][] = [
  ['the length of a URL', { url: addressOf(addressLength) }, { url: addressOf(addressLength + 1) }, 414],
  ['parameters', { url: query(parameters) }, { url: query(parameters + 1) }, 414],
  ['cookies', withCookies(cookies), withCookies(cookies + 1), 431],
  ['a form', posted('/signin', formBytes), posted('/signin', formBytes + 1), 413],
  ['a file', posted(upload, 1e12), posted(`${upload}s`, 1e12), 413],
  ['the spelling of the upload URL', posted(`${upload}?a`, 1e12), posted('/console/uploads/%66ile', 1e12), 413],
  ['a method', { method: 'OPTIONS' }, { method: 'TRACE' }, 405],
  ['a method of a file', { method: 'HEAD', url: '/robots.txt?a' }, { method: 'POST', url: '/robots.txt?a' }, 405],
  ['a method of a path like a file', { method: 'POST', url: '/console/users/one?id=a.b' }, putFile, 405],
  ['the query of an upload', { url: `${upload}?a` }, { url: upload + query(101) }, 414],
  ['a state of Next’s router', withRouterState('["",{}]'), withRouterState('[]'), 400],
  ['a part of the state', withRouterState('["a",{}]'), withRouterState('[1,{}]'), 400],
  ['a kind in the state', withRouterState('[["a","b","d",null],{}]'), withRouterState('[["a","b","x",null],{}]'), 400],
  ['the states within', withRouterState('["",{"a":["b",{}]}]'), withRouterState('["",{"a":["b"]}]'), 400],
]

it.each(cases)('badHead and badBody limit %s', async (_what, allowed, refused, status) => {
  expect(await refusalOf(allowed)).toBeUndefined()
  expect(await refusalOf(refused)).toMatchObject({ status })
})

it('badHead accepts a file of the build, and answers 404 to any other path beside it', () => {
  const files = servedFiles(folderWith({ '.next/static/chunks/a.js': '', 'public/wallets/a.svg': '' }))
  const statusAt = (url: string) => badHead({ method: 'GET', url, headers: {} }, files)?.status
  for (const url of ['/_next/static/chunks/a.js', '/wallets/a.svg?b', '/wallets', '/a.js', '/']) {
    expect(statusAt(url), url).toBeUndefined()
  }
  for (const url of ['/_next/static/a.js', '/_next/static/chunks', '/wallets/', '/wallets/a', '/wallets/%61.svg']) {
    expect(statusAt(url), url).toBe(404)
  }
})

it.each([
  ['/', '//'],
  ['/connect', 'ftp://host/connect'],
  ['/connect', 'http://user@host/connect'],
  ['/connect?a=//b\\\\&c=%ff&d=/../#', '*'],
  ['/connect/', '//connect'],
  ['/connect/confirm/', '/connect//confirm'],
  ['/console/users/https%3A%2F%2Fhost', '/console/users/https://host'],
  ['/console/users/%C3%A9%252e', '/console/users/%ff'],
  ['/console/users/%25', '/console/users/%'],
  ['/signin', '/skin/../signin'],
  ['/skin/..a', '/_next/static/../../signin'],
  ['/.well-known/security.txt', '/./signin'],
  ['/favicon.ico', '/favicon.ico/..'],
  ['/console/uploads/file', '/console/uploads/file/.'],
  ['/%252e%252e/signin', '/skin/%2e%2E/signin'],
  ['/a%5Cb', '/skin\\..\\signin'],
  ['/a%23', '/skin/..#'],
  ['/a%09', '/skin/.\t./signin'],
  ['/_next/static/a.js', '/_next/data/a-build/console.json'],
  ['/console/balances/export', '/console/balances/export.rsc'],
  ['/connect?a=.rsc', '/connect%2Ersc/?a'],
  ['/%C3%A9', '/é'],
])('badHead accepts the URL %j, and refuses %j', async (allowed, refused) => {
  expect(await refusalOf({ url: allowed })).toBeUndefined()
  expect(await refusalOf({ url: refused })).toMatchObject({ status: 400 })
})

it.each([
  ['http://other.example/connect?a=http://b', '/connect?a=http://b', 'other.example'],
  ['HTTPS://other.example:8443/', '/', 'other.example:8443'],
  ['http://[::1]:3000', '/', '[::1]:3000'],
  ['http://other.example?a', '/?a', 'other.example'],
  ['http://other.example//connect', '//connect', 'other.example'],
  ['http://user@other.example/', 'http://user@other.example/', 'host'],
  ['ftp://other.example/', 'ftp://other.example/', 'host'],
  ['/connect?a=http://other.example/', '/connect?a=http://other.example/', 'host'],
  ['http:///connect', 'http:///connect', 'host'],
])('normalizeHead reads %j as the URL %j at the host %j', (sent, url, host) => {
  expect(normalized({ url: sent, headers: { host: 'host' } })).toMatchObject({ url, headers: { host } })
})

it('normalizeHead cuts a User-Agent that is too long, and removes the headers for a part or a state of a file', () => {
  const conditions = { range: 'x', 'if-range': 'x', 'if-match': 'x', 'if-unmodified-since': 'x' }
  for (const [sent, read] of [
    ['a'.repeat(userAgentLength + 1), 'a'.repeat(userAgentLength)],
    ['Mozilla/5.0', 'Mozilla/5.0'],
  ]) {
    const kept = { 'if-none-match': 'x' }
    const { headers } = normalized({ headers: { 'user-agent': sent, ...conditions, ...kept } })
    expect(headers).toEqual({ 'user-agent': read, ...kept })
  }
})

it('normalizeHead cuts only the description of a callback, and only when the URL is too long', () => {
  const callback = (description: string, path = '/api/auth/callback/oidc') =>
    `${path}?error=access_denied&error_description=${description}&state=a-state`
  const long = encodeURIComponent('拒'.repeat(1365))
  for (const [url, read] of [
    [callback(long), callback(long.slice(0, 999))],
    [callback('a'.repeat(7000)), callback('a'.repeat(7000))],
    [callback(long, '/signin'), callback(long, '/signin')],
    [callback('a').replace('a-state', long), callback('a').replace('a-state', long)],
  ])
    expect(normalized({ url }).url).toBe(read)
  expect(badHead({ method: 'GET', url: callback(long), headers: {} })).toMatchObject({ status: 414 })
})

it('demoLoginRefusal refuses a connection that is not on loopback', () => {
  const statusAt = (localAddress: string) => demoLoginRefusal({ localAddress })?.status
  for (const address of ['127.0.0.1', '127.8.9.1', '::ffff:127.0.0.1', '::1'])
    expect(statusAt(address), address).toBeUndefined()
  for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '0.0.0.0', '::', '2001:db8::127.0', '10.127.0.0', ''])
    expect(statusAt(address), address).toBe(403)
})

function withCookies(count: number): Head {
  return { url: '/', headers: { cookie: Array.from({ length: count }, (_, index) => `a${index}=b`).join('; ') } }
}

function withRouterState(state: string): Head {
  return { url: '/', headers: { 'next-router-state-tree': encodeURIComponent(state) } }
}

function normalized(head: Head) {
  const request = { method: 'GET', url: '/', headers: {}, ...head }
  normalizeHead(request)
  return request
}

function refusalOf(head: Head) {
  const request = { method: 'GET', headers: {}, ...head }
  return badHead(request) ?? badBody(request as IncomingMessage)
}

interface Head {
  method?: string
  url?: string | undefined
  headers?: IncomingHttpHeaders
}

function posted(url: string, bytes: number): Head {
  return { url, headers: { 'content-length': String(bytes) } }
}
