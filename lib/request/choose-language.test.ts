import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseLanguage } from './choose-language'

const offered = ['en', 'ar', 'de', 'pt-BR', 'zh-Hans'] as const
const chosen = (...tags: (string | null | undefined)[]) => chooseLanguage({ chosen: tags, accepted: 'de' }, offered)

describe('the language to answer in', () => {
  it.each([
    ['ar', 'ar'],
    ['ar-EG,en;q=0.8', 'ar'],
    ['fr, de;q=0.5, en;q=0.4', 'de'],
    ['pt', 'pt-BR'],
    ['zh-CN', 'zh-Hans'],
    ['de;q=0, *', 'en'],
  ])('is %s’s: %s', (accepted, language) => {
    expect(chooseLanguage({ chosen: [], accepted }, offered)).toBe(language)
  })

  it.each([[null], [''], ['*'], ['fi'], ['not a language!'], ['de,'.repeat(100)]])(
    'is the first one for %j',
    (accepted) => {
      expect(chooseLanguage({ chosen: [], accepted }, offered)).toBe('en')
    },
  )

  it.each(['-', 'a', 'de_DE', 'x-private', '*;q=0.5, xx-yy-zz', ';;;q=,,', 'root', 'i-klingon'])(
    'is the first one for a header that says nothing: %s',
    (accepted) => {
      expect(chooseLanguage({ chosen: [], accepted }, offered)).toBe('en')
    },
  )

  it('is one of those that there are, whatever a client sends', () => {
    const part = constantFrom('de', 'en-US', '*', ';q=', '1.5', 'NaN', ',', '-', 'und', 'x-', '\u0000', 'ü', ' ')
    const header = oneof(
      string(),
      array(part).map((parts) => parts.join('')),
    )
    assert(
      property(header, (accepted) => {
        expect(offered).toContain(chooseLanguage({ chosen: [accepted], accepted }, offered))
      }),
    )
  })

  it('is what the person chose, the address before the cookie', () => {
    expect(chosen('ar', 'pt-BR')).toBe('ar')
    expect(chosen(null, 'pt-BR')).toBe('pt-BR')
  })

  it('is not one that is not offered', () => {
    expect(chosen('xx', 'pt-BR')).toBe('pt-BR')
    expect(chosen('AR', undefined)).toBe('de')
    expect(chosen('', '__proto__')).toBe('de')
  })
})
