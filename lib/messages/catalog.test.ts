import { describe, expect, it } from 'vitest'
import { compileMessages, flatten, placeholdersOf } from './catalog'
import { textsOf } from './texts'

const names = { site: 'Acme', service: 'Re{w}ards', operator: '' }

/** A text as a browser makes it of what the server has compiled. */
function textOf(message: string, values?: Record<string, string | number>, language = 'en'): string {
  const compiled = JSON.parse(JSON.stringify(compileMessages(new Map([['key', message]]), names)))
  return textsOf(language, compiled)('key', values)
}

describe('flatten', () => {
  it('gives texts by their whole key', () => {
    expect([...flatten({ a: 'x', b: { c: 'y', d: { e: 'z' } } })]).toEqual([
      ['a', 'x'],
      ['b.c', 'y'],
      ['b.d.e', 'z'],
    ])
  })
})

describe('a message', () => {
  it('has the names of the brand in it as they are, and needs nothing else for it', () => {
    expect(compileMessages(new Map([['key', 'To {service} by {site}{operator}']]), names)).toEqual({
      key: 'To Re{w}ards by Acme',
    })
  })

  it('has them in every branch of a plural, too', () => {
    const text = '{count, plural, one {# account at {service}} other {# accounts at {service}, {site}}}'
    expect(textOf(text, { count: 1 })).toBe('1 account at Re{w}ards')
    expect(textOf(text, { count: 1200 })).toBe('1,200 accounts at Re{w}ards, Acme')
  })

  it('has the plural forms and the numbers of its language', () => {
    const text = '{count, plural, =0 {zero} one {one} two {two} few {few} many {many} other {# other}}'
    expect([0, 1, 2, 3, 11, 100].map((count) => textOf(text, { count }, 'ar'))).toEqual([
      'zero',
      'one',
      'two',
      'few',
      'many',
      '100 other',
    ])
    expect(textOf('{count, number}', { count: 1234.5 }, 'de')).toBe('1.234,5')
  })

  it('puts values in as text alone', () => {
    expect(textOf('{name}!', { name: '<b>{site}</b>' })).toBe('<b>{site}</b>!')
  })

  it('is an error where it is not there, or lacks a value', () => {
    expect(() => textsOf('en', {})('key')).toThrow('There is no message "key" here.')
    expect(() => textOf('{name}!')).toThrow()
  })
})

describe('placeholdersOf', () => {
  it('finds them at every depth', () => {
    expect(placeholdersOf('{a} {b, number} {c, plural, one {{d}} other {{e, select, x {{f}} other {}}}}')).toEqual(
      new Set(['a', 'b', 'c', 'd', 'e', 'f']),
    )
    expect(placeholdersOf('None, and ’apostrophes’')).toEqual(new Set())
  })

  it.each(['{', '{a', '{a, plural}', '{a, plural, one {x}}', '<b>x</b>'])('is null for %s', (text) => {
    expect(placeholdersOf(text)).toBeNull()
  })
})
