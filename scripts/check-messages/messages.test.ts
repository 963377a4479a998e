import { describe, expect, it } from 'vitest'
import { languageProblems, unusedKeys } from './messages'

describe('languageProblems', () => {
  const english = { a: 'To {service}', b: { c: '{count, plural, one {# day} other {# days}}', d: 'Hello {name}' } }

  it('has none for a language with the same keys and placeholders, in its own plural forms', () => {
    expect(
      languageProblems(english, {
        b: { d: '{name}, {site}', c: '{count, plural, one {#} few {#} many {#} other {#}}' },
        a: 'Without the name',
      }),
    ).toEqual([])
  })

  it('names what is missing, too much, different, or no message', () => {
    expect(languageProblems(english, { b: { c: '{days} days', d: '{name' }, e: 'x' })).toEqual([
      'a is missing',
      'e is no English text',
      'b.c has other placeholders than the English text: {days}',
      'b.d is no ICU message',
    ])
    expect(languageProblems({ a: '{x}' }, { a: 'x' })).toEqual(['a has other placeholders than the English text: none'])
  })
})

describe('unusedKeys', () => {
  it('finds keys that stand in a source, or are made there', () => {
    const source = 't(\'a.one\'); const key = "a.two"; t(`b.${kind}.title`); t(`c.${left}${right}Minutes`)'
    expect(unusedKeys(['a.one', 'a.two', 'b.x.title', 'b.x.y.title', 'c.turnInMinutes'], [source])).toEqual([])
  })

  it('names those that nothing uses', () => {
    const source = "t('a.one'); t(`b.${kind}.title`); `${anything}`; `no ${key} a.two`"
    expect(unusedKeys(['a.one', 'a.two', 'a', 'b.x.text', 'b.title'], [source])).toEqual([
      'a.two',
      'a',
      'b.x.text',
      'b.title',
    ])
  })
})
