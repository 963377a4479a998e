import { describe, expect, it } from 'vitest'
import { compileMessages, placeholdersOf } from './catalog'
import { textsOf } from './texts'

const say = (language: string, text: string, values: Record<string, string | number>, direction?: 'ltr' | 'rtl') =>
  textsOf<string>(language, compileMessages(new Map([['key', text]]), { service: 'B' }, direction))('key', values)

describe('compiled messages', () => {
  it('have the names of the brand in them, in plurals too', () => {
    expect(say('en', 'Go to {service}', {})).toBe('Go to B')
    expect(say('en', '{n, plural, one {# link of {service}} other {# links}}', { n: 1 })).toBe('1 link of B')
  })

  it('isolate what is put in where the language is written from right to left', () => {
    expect(say('ar', 'مع {service}', {}, 'rtl')).toBe('مع \u2068B\u2069')
    expect(say('ar', 'في {app}', { app: 'Phantom (beta)' }, 'rtl')).toBe('في \u2068Phantom (beta)\u2069')
    expect(say('ar', '{n, plural, one {x} other {{service} {n}}}', { n: 5 }, 'rtl')).toBe('\u2068B\u2069 \u20685\u2069')
    expect(say('en', 'Open in {app}', { app: 'Phantom' })).toBe('Open in Phantom')
  })
})

describe('the placeholders of a message', () => {
  it('are those of its branches too', () => {
    expect(placeholdersOf('{a} {n, plural, one {{b}} other {#}}')).toEqual(new Set(['a', 'n', 'b']))
  })

  it.each(['{', '{a, plural, one {x}}', '<b>{a}</b>'])('are none where %s cannot be compiled as a text', (text) => {
    expect(placeholdersOf(text)).toBeNull()
  })
})
