import { describe, expect, it } from 'vitest'
import { serviceText } from './service-text'

describe('serviceText', () => {
  it('hands on plain text, and HTML as the text that it is', () => {
    expect(serviceText('Request <b>expired</b> & gone', [])).toBe('Request <b>expired</b> & gone')
  })

  it('is null where nothing is left to show', () => {
    for (const text of [undefined, '', '  ', '\0\n', '\u200b']) expect(serviceText(text, [])).toBeNull()
  })

  it('removes control characters and those that turn text around', () => {
    expect(serviceText('a\0b\r\nc\u2028d\u202ee\u2066f', [])).toBe('a b c def')
  })

  it('cuts at 500 characters, never through one', () => {
    expect(serviceText('x'.repeat(500), [])).toBe('x'.repeat(500))
    expect(serviceText('x'.repeat(501), [])).toBe(`${'x'.repeat(499)}…`)
    expect(serviceText('😀'.repeat(600), [])).toBe(`${'😀'.repeat(499)}…`)
  })

  it('blots out secrets that the service quotes, wherever it would cut', () => {
    expect(serviceText('nonce nonce-12345 and key key-12345!', ['key-12345', 'nonce-12345'])).toBe(
      'nonce ••• and key •••!',
    )
    expect(serviceText(`${'x'.repeat(495)}nonce-12345`, ['nonce-12345'])).toBe(`${'x'.repeat(495)}•••`)
  })

  it('leaves a message in one piece where the secret is hardly longer than a letter', () => {
    expect(serviceText('a nonce that differs', ['a'])).toBe('a nonce that differs')
  })
})
