import { describe, expect, it } from 'vitest'
import { codeToQuote, correlationIdOf } from './correlation'

const made = /^[0-9A-HJKMNP-TV-Z]{10}$/

describe('correlationIdOf', () => {
  it.each(['7f3b2c', '4bf92f3577b34da6a3ce929d0e0e4736', 'a.b-c_D', 'x'.repeat(64)])(
    'returns the id of the proxy: %s',
    (id) => {
      expect(correlationIdOf(id)).toBe(id)
    },
  )

  it.each([undefined, '', 'a b', 'a,b', '"a"', 'ä', '<script>', 'x'.repeat(65), 'a\nb'])(
    'creates an id for %j',
    (id) => {
      expect(correlationIdOf(id)).toMatch(made)
    },
  )

  it('creates an id when a proxy has sent several', () => {
    expect(correlationIdOf(['a', 'b'])).toMatch(made)
  })

  it('creates a different id each time', () => {
    expect(new Set(Array.from({ length: 1000 }, () => correlationIdOf(undefined))).size).toBe(1000)
  })
})

describe('codeToQuote', () => {
  it.each(['7K2QXV9M4T', 'f'.repeat(32), '123e4567-e89b-12d3-a456-426614174000'])('accepts %s', (code) => {
    expect(codeToQuote(code)).toBe(code)
  })

  it.each([
    '',
    'CALL-0800-123456',
    '8005551234',
    '7K2QXV9M4',
    '7K2QXV9M4TX',
    'evil.example',
    '<b>',
    undefined,
    ['7K2QXV9M4T'],
  ])('returns null for %j, which cannot be an id', (code) => expect(codeToQuote(code)).toBeNull())
})
