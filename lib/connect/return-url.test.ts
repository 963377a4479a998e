import { describe, expect, it } from 'vitest'
import { asLocationHeader, parseReturnUrl } from './return-url'

describe('parseReturnUrl', () => {
  it.each([
    'https://service.example/cb?request_id=1#ac=X',
    'http://service.example:8080/cb#ac=X',
    'HTTPS://service.example/cb#ac=X',
    'https://service.example/a;b/~%7e+//c?x=;&y=ü#one#two=日本',
    'https://[::1]:3000/cb#ac=X',
    `https://service.example/cb#ac=${'x'.repeat(2000)}`,
  ])('returns %s unchanged', (url) => {
    expect(parseReturnUrl(url)).toBe(url)
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
    expect(parseReturnUrl(value)).toBeNull()
  })
})

describe('asLocationHeader', () => {
  it('keeps ASCII byte for byte', () => {
    const url = `http://h:1/a;b/~%7e+//c?x=;&y='"<>{}|\\^\` z#one#ac=${'x'.repeat(2000)}`
    expect(asLocationHeader(url)).toBe(url)
  })

  it('percent-encodes non-ASCII characters as UTF-8, and nothing else', () => {
    expect(asLocationHeader('https://h/%C3%BC/ü?q=日本#😀~')).toBe(
      'https://h/%C3%BC/%C3%BC?q=%E6%97%A5%E6%9C%AC#%F0%9F%98%80~',
    )
  })

  it('encodes a URL as a browser encodes the same link', () => {
    const url = 'https://h/ü;日本?ü=日本#ü日本'
    expect(asLocationHeader(url)).toBe(new URL(url).href)
  })

  it('does not throw for a lone surrogate', () => {
    expect(asLocationHeader('https://h/\ud800')).toBe('https://h/%EF%BF%BD')
  })
})
