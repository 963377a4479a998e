import { describe, expect, it } from 'vitest'
import { serviceText } from './text'

describe('serviceText', () => {
  it('returns plain text and HTML unchanged', () => {
    expect(serviceText('Request <b>expired</b> & gone')).toBe('Request <b>expired</b> & gone')
  })

  it('returns null if nothing is left to show', () => {
    for (const text of [undefined, '', '  ', '\0\n', '\u200b']) expect(serviceText(text)).toBeNull()
  })

  it('replaces control characters with spaces, and removes characters that reverse the text direction', () => {
    expect(serviceText('a\0b\r\nc\u2028d\u202ee\u2066f')).toBe('a b c def')
  })

  it('truncates to 500 characters without splitting one', () => {
    expect(serviceText('x'.repeat(500))).toBe('x'.repeat(500))
    expect(serviceText('x'.repeat(501))).toBe(`${'x'.repeat(499)}…`)
    expect(serviceText('😀'.repeat(600))).toBe(`${'😀'.repeat(499)}…`)
  })
})
