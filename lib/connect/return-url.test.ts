import { describe, expect, it } from 'vitest'
import { returnUrlSchema } from './return-url'

const parsed = (value: unknown) => returnUrlSchema.safeParse(value).data ?? null

describe('returnUrlSchema', () => {
  it('keeps an absolute http or https URL byte for byte', () => {
    for (const url of [
      'https://service.example/cb?request_id=1#ac=X',
      'http://service.example:8080/cb#ac=X',
      'HTTPS://service.example/cb#ac=X',
      `http://h:1/a;b/~%7e+//c?x=;&y='"<>{}|\\^\` z#one#ac=${'x'.repeat(2000)}`,
      'https://[::1]:3000/cb#ac=X',
      `https://service.example/cb#ac=${'x'.repeat(2000)}`,
    ])
      expect(parsed(url)).toBe(url)
  })

  it('refuses any other value', () => {
    const noTexts = [undefined, null, 42, {}, ['https://service.example/']]
    const relative = ['', '/cb#ac=X', '//service.example/cb#ac=X', 'service.example/cb']
    const withoutSlashes = ['https:service.example/cb', 'https:/service.example/cb', 'https:\\\\service.example/cb']
    const withoutHost = ['https:///service.example/cb', 'https://', 'https://?x']
    const scripts = ['javascript:alert(1)', 'JavaScript://service.example/%0aalert(1)', 'data:text/html,x']
    const otherSchemes = ['ftp://service.example/cb', 'custom://service.example/cb']
    const withBlanks = [' https://service.example/cb', 'https://service.example/cb ', 'https://service.example/\tcb']
    const withLines = ['https://service.example/cb\r\nSet-Cookie: a=b', 'java\nscript://x']
    for (const value of [
      ...noTexts,
      ...relative,
      ...withoutSlashes,
      ...withoutHost,
      ...scripts,
      ...otherSchemes,
      ...withBlanks,
      ...withLines,
      'https://service.example:99999/cb',
    ])
      expect(parsed(value), String(value)).toBeNull()
  })

  it('percent-encodes only non-ASCII characters, as UTF-8', () => {
    expect(parsed('https://h/%C3%BC/ü?q=日本#😀~')).toBe('https://h/%C3%BC/%C3%BC?q=%E6%97%A5%E6%9C%AC#%F0%9F%98%80~')
  })

  it('encodes a URL as a browser encodes the same link', () => {
    const url = 'https://h/ü;日本?ü=日本#ü日本'
    expect(parsed(url)).toBe(new URL(url).href)
  })

  it('does not throw for a lone surrogate', () => {
    expect(parsed('https://h/\ud800')).toBe('https://h/%EF%BF%BD')
  })
})
