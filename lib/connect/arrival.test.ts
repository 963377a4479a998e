import { describe, expect, it } from 'vitest'
import { isSpeculative, readConnectQuery } from './arrival'

const requestId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const read = (query: string) => readConnectQuery(new URLSearchParams(query))
const withNonce = (nonce: string) => readConnectQuery(new URLSearchParams({ request_id: requestId, nonce }))

describe('readConnectQuery', () => {
  it('takes the two parameters of the interface', () => {
    expect(read(`request_id=${requestId}&nonce=n-1`)).toEqual({ kind: 'link', link: { requestId, nonce: 'n-1' } })
  })

  it('takes them beside others, in any order', () => {
    expect(read(`x=1&nonce=n%2B1&request_id=${requestId}`)).toEqual({ kind: 'link', link: { requestId, nonce: 'n+1' } })
  })

  it('knows the page opened by itself from a broken link', () => {
    expect(read('')).toEqual({ kind: 'none' })
    expect(read('x=1')).toEqual({ kind: 'invalid' })
  })

  it.each([
    ['no nonce', `request_id=${requestId}`],
    ['no request_id', 'nonce=n-1'],
    ['an empty nonce', `request_id=${requestId}&nonce=`],
    ['request_id twice', `request_id=${requestId}&request_id=${requestId}&nonce=n-1`],
    ['nonce twice', `request_id=${requestId}&nonce=a&nonce=b`],
    ['lower case', `request_id=${requestId.toLowerCase()}&nonce=n-1`],
    ['a letter that no ULID has', `request_id=${requestId.replace('Z', 'U')}&nonce=n-1`],
    ['25 characters', `request_id=${requestId.slice(1)}&nonce=n-1`],
    ['27 characters', `request_id=${requestId}0&nonce=n-1`],
    ['a line break behind the ULID', `request_id=${requestId}%0A&nonce=n-1`],
    ['the word undefined', 'request_id=undefined&nonce=undefined'],
  ])('refuses %s', (_what, query) => {
    expect(read(query)).toEqual({ kind: 'invalid' })
  })

  it('takes a nonce of 1 to 1,024 characters, of any script', () => {
    for (const nonce of ['n', 'n'.repeat(1024), 'ü'.repeat(1024)]) expect(withNonce(nonce).kind).toBe('link')
    expect(withNonce('n'.repeat(1025)).kind).toBe('invalid')
  })

  it.each(['\n', '\0', '\t', '\x7f', '\x85'])('refuses a nonce with the control character %j', (character) => {
    expect(withNonce(`a${character}b`).kind).toBe('invalid')
  })
})

describe('isSpeculative', () => {
  it.each([{ 'Sec-Purpose': 'prefetch' }, { 'Sec-Purpose': 'prefetch;prerender' }, { Purpose: 'prefetch' }])(
    'is true for %j',
    (headers) => expect(isSpeculative(new Headers(headers as HeadersInit))).toBe(true),
  )

  it('is false for a person who follows the link', () => {
    expect(isSpeculative(new Headers({ 'Sec-Fetch-Dest': 'document' }))).toBe(false)
  })
})
