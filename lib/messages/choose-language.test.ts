import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseLanguage, directionOf } from './choose-language'

const offered = ['en', 'es', 'pt-BR', 'de', 'fr', 'ja', 'ko', 'zh-Hans', 'ar'] as const
const forHeader = (accepted: string | null) => chooseLanguage({ chosen: undefined, accepted }, [...offered])

describe('chooseLanguage', () => {
  it.each([
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-BR'],
    ['zh-CN,zh;q=0.9', 'zh-Hans'],
    ['zh', 'zh-Hans'],
    ['AR-eg', 'ar'],
    ['en;q=0.5, ja;q=0.9', 'ja'],
    ['nl,fr;q=0.3', 'fr'],
    ['de;q=0, fr;q=0.1', 'fr'],
  ])('takes %s for %s', (accepted, language) => {
    expect(forHeader(accepted)).toBe(language)
  })

  it.each([
    null,
    '',
    '*',
    'nl',
    'tlh',
    'de;q=0',
    '-',
    'a',
    'de_DE',
    'x-private',
    '*;q=0.5, xx-yy-zz',
    ';;;q=,,',
    'root',
  ])('answers in the first language where the browser asks for none of them: %j', (accepted) => {
    expect(forHeader(accepted)).toBe('en')
  })

  it('does not read a header that no browser sends', () => {
    expect(forHeader(`de,${'xx,'.repeat(60)}`)).toBe('de')
    expect(forHeader(`de,${'xx,'.repeat(70)}`)).toBe('en')
  })

  it('answers in one of the languages, whatever a client sends', () => {
    const part = constantFrom(
      'de',
      'en-US',
      '*',
      ';q=',
      '1.5',
      'NaN',
      ',',
      '-',
      'und',
      'x-',
      'i-klingon',
      '\u0000',
      'ü',
      ' ',
    )
    assert(
      property(
        oneof(
          string(),
          array(part).map((parts) => parts.join('')),
        ),
        (accepted) => {
          expect(offered).toContain(forHeader(accepted))
        },
      ),
    )
  })

  it('lets people choose one that there is', () => {
    expect(chooseLanguage({ chosen: 'fr', accepted: 'de' }, [...offered])).toBe('fr')
    for (const chosen of ['', 'nl', 'FR', 'fr; Domain=elsewhere.example', '../fr', '__proto__']) {
      expect(chooseLanguage({ chosen, accepted: 'de' }, [...offered])).toBe('de')
    }
  })
})

describe('directionOf', () => {
  it.each(['ar', 'he', 'fa', 'ur', 'dv', 'ar-EG', 'az-Arab'])('%s is written from right to left', (language) => {
    expect(directionOf(language)).toBe('rtl')
  })
  it.each(['en', 'ja', 'zh-Hans', 'az', 'tlh'])('%s is not', (language) => {
    expect(directionOf(language)).toBe('ltr')
  })
})
