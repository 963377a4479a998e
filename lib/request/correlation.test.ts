import { describe, expect, it } from 'vitest'
import { codeToQuote, correlationIdOf } from './correlation'

const made = /^[0-9A-HJKMNP-TV-Z]{10}$/

describe('correlationIdOf', () => {
  it('returns the id of the proxy, and creates one when the proxy has sent none, several or an invalid one', () => {
    for (const id of ['4bf92f3577b34da6a3ce929d0e0e4736', '123e4567-e89b-12d3-a456-426614174000']) {
      expect(correlationIdOf(id)).toBe(id)
    }
    for (const id of [undefined, '', 'chosen', 'call-0800-123456', 'x'.repeat(32), ['a', 'b']]) {
      expect(correlationIdOf(id), String(id)).toMatch(made)
    }
  })

  it('creates a different id each time', () => {
    expect(new Set(Array.from({ length: 1000 }, () => correlationIdOf(undefined))).size).toBe(1000)
  })
})

it('codeToQuote returns a code, and null for a text that cannot be an id', () => {
  for (const code of ['7K2QXV9M4T', 'f'.repeat(32), '123e4567-e89b-12d3-a456-426614174000']) {
    expect(codeToQuote(code)).toBe(code)
  }
  const phoneNumbers = ['CALL-0800-123456', '8005551234']
  const otherLengths = ['', '7K2QXV9M4', '7K2QXV9M4TX']
  for (const code of [...phoneNumbers, ...otherLengths, 'evil.example', '<b>', undefined, ['7K2QXV9M4T']]) {
    expect(codeToQuote(code), String(code)).toBeNull()
  }
})
