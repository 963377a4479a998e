import { describe, expect, it } from 'vitest'
import { asLocationHeader, parseReturnAddress } from './return-address'

describe('parseReturnAddress', () => {
  it.each([
    'https://service.example/cb?request_id=1#ac=X',
    'http://service.example:8080/cb#ac=X',
    'HTTPS://service.example/cb#ac=X',
    'https://service.example/a;b/~%7e+//c?x=;&y=ü#one#two=日本',
    'https://[::1]:3000/cb#ac=X',
    `https://service.example/cb#ac=${'x'.repeat(2000)}`,
  ])('hands on %s untouched', (address) => {
    expect(parseReturnAddress(address)).toBe(address)
  })

  it.each([
    undefined,
    null,
    42,
    {},
    ['https://service.example/'],
    '',
    '/cb#ac=X',
    '//service.example/cb#ac=X',
    'service.example/cb',
    'https:service.example/cb',
    'https:/service.example/cb',
    'https:\\\\service.example/cb',
    'https:///service.example/cb',
    'https://',
    'https://?x',
    'javascript:alert(1)',
    'JavaScript://service.example/%0aalert(1)',
    'data:text/html,x',
    'ftp://service.example/cb',
    'custom://service.example/cb',
    ' https://service.example/cb',
    'https://service.example/cb ',
    'https://service.example/cb\r\nSet-Cookie: a=b',
    'https://service.example/\tcb',
    'java\nscript://x',
    'https://service.example:99999/cb',
  ])('refuses %j', (value) => {
    expect(parseReturnAddress(value)).toBeNull()
  })
})

describe('asLocationHeader', () => {
  it('keeps ASCII byte for byte', () => {
    const address = `http://h:1/a;b/~%7e+//c?x=;&y='"<>{}|\\^\` z#one#ac=${'x'.repeat(2000)}`
    expect(asLocationHeader(address)).toBe(address)
  })

  it('encodes as UTF-8 what cannot stand in a header, and nothing else', () => {
    expect(asLocationHeader('https://h/%C3%BC/ü?q=日本#😀~')).toBe(
      'https://h/%C3%BC/%C3%BC?q=%E6%97%A5%E6%9C%AC#%F0%9F%98%80~',
    )
  })

  it('agrees with what a browser makes of the same link', () => {
    const address = 'https://h/ü;日本?ü=日本#ü日本'
    expect(asLocationHeader(address)).toBe(new URL(address).href)
  })

  it('does not throw for half a character', () => {
    expect(asLocationHeader('https://h/\ud800')).toBe('https://h/%EF%BF%BD')
  })
})
