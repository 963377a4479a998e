import { describe, expect, it } from 'vitest'
import { correlationIdOf } from './correlation'

const made = /^[0-9A-HJKMNP-TV-Z]{10}$/

describe('the correlation id', () => {
  it.each(['7f3b2c', '4bf92f3577b34da6a3ce929d0e0e4736', 'a.b-c_D', 'x'.repeat(64)])('is the proxy’s: %s', (id) => {
    expect(correlationIdOf(id)).toBe(id)
  })

  it.each([undefined, '', 'a b', 'a,b', '"a"', 'ä', '<script>', 'x'.repeat(65), 'a\nb'])('is made for %j', (id) => {
    expect(correlationIdOf(id)).toMatch(made)
  })

  it('is made where a proxy has sent several', () => {
    expect(correlationIdOf(['a', 'b'])).toMatch(made)
  })

  it('is another one each time', () => {
    expect(new Set(Array.from({ length: 1000 }, () => correlationIdOf(undefined))).size).toBe(1000)
  })
})
