import { describe, expect, it } from 'vitest'
import { isFromService, navigationKind, parseConnectQuery } from './arrival'

const requestId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const parse = (query: string) => parseConnectQuery(new URLSearchParams(query))
const withNonce = (nonce: string) => parseConnectQuery(new URLSearchParams({ request_id: requestId, nonce }))

describe('parseConnectQuery', () => {
  it('accepts the two parameters of the interface in any order, and ignores other parameters', () => {
    const linkOf = (nonce: string) => ({ kind: 'link', link: { requestId, nonce } })
    expect(parse(`request_id=${requestId}&nonce=n-1`)).toEqual(linkOf('n-1'))
    expect(parse(`x=1&nonce=n%2B1&request_id=${requestId}`)).toEqual(linkOf('n+1'))
  })

  it('returns none for an empty query and invalid for a broken link', () => {
    expect(parse('')).toEqual({ kind: 'none' })
    expect(parse('x=1')).toEqual({ kind: 'invalid' })
  })

  it('refuses a missing, repeated or invalid parameter', () => {
    for (const [what, query = ''] of [
      ['no nonce', `request_id=${requestId}`],
      ['no request_id', 'nonce=n-1'],
      ['an empty nonce', `request_id=${requestId}&nonce=`],
      ['request_id twice', `request_id=${requestId}&request_id=${requestId}&nonce=n-1`],
      ['nonce twice', `request_id=${requestId}&nonce=a&nonce=b`],
      ['lower case', `request_id=${requestId.toLowerCase()}&nonce=n-1`],
      ['a letter that ULIDs do not use', `request_id=${requestId.replace('Z', 'U')}&nonce=n-1`],
      ['25 characters', `request_id=${requestId.slice(1)}&nonce=n-1`],
      ['27 characters', `request_id=${requestId}0&nonce=n-1`],
      ['a line break after the ULID', `request_id=${requestId}%0A&nonce=n-1`],
      ['the word undefined', 'request_id=undefined&nonce=undefined'],
    ])
      expect(parse(query), what).toEqual({ kind: 'invalid' })
  })

  it('accepts a nonce of 1 to 512 bytes in any script, measured after JSON encoding', () => {
    for (const nonce of ['n', 'n'.repeat(512), 'ü'.repeat(256), '"'.repeat(256)]) {
      expect(withNonce(nonce).kind).toBe('link')
    }
    for (const nonce of ['n'.repeat(513), 'ü'.repeat(257), '"'.repeat(257)]) {
      expect(withNonce(nonce).kind).toBe('invalid')
    }
  })

  it('refuses a nonce with a control character', () => {
    const kinds = ['\n', '\0', '\t', '\x7f', '\x85'].map((character) => withNonce(`a${character}b`).kind)
    expect(new Set(kinds)).toEqual(new Set(['invalid']))
  })
})

describe('navigationKind', () => {
  const kindOf = (headers: Record<string, string>) => navigationKind(new Headers(headers))

  it('returns speculative when the browser prefetches the link', () => {
    expect(kindOf({ 'Sec-Purpose': 'prefetch' })).toBe('speculative')
    expect(kindOf({ 'Sec-Purpose': 'prefetch;prerender', 'Sec-Fetch-Dest': 'document' })).toBe('speculative')
    expect(kindOf({ Purpose: 'prefetch' })).toBe('speculative')
  })

  it('returns embedded when a part of a page or a script requests the link', () => {
    const destinations = ['image', 'iframe', 'frame', 'script', 'style', 'object', 'embed', 'empty', 'fencedframe']
    for (const each of destinations) expect(kindOf({ 'Sec-Fetch-Dest': each }), each).toBe('embedded')
    expect(kindOf({ 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'no-cors' })).toBe('embedded')
  })

  it('returns navigation when the user follows the link, and without any header', () => {
    expect(kindOf({ 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' })).toBe('navigation')
    expect(kindOf({})).toBe('navigation')
  })
})

it.each([
  ['https://service.example/', true],
  ['https://service.example/profile?a=1', true],
  ['https://service.example:8443/', false],
  ['https://service.example.attacker.example/', false],
  ['https://attacker.example/?https://service.example/', false],
  ['http://service.example/', false],
  ['no address', false],
])('isFromService reads the referrer %s as %s', (referer, expected) => {
  expect(isFromService(new Headers({ referer }), 'https://service.example/profile')).toBe(expected)
  expect(isFromService(new Headers(), 'https://service.example/profile')).toBe(false)
})
