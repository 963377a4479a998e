import { describe, expect, it } from 'vitest'
import { canonicalTag, directionOf, languageName } from './language'

describe('canonicalTag', () => {
  it.each([
    ['de', 'de'],
    ['pt-br', 'pt-BR'],
    ['', null],
    ['d', null],
    ['de_DE', null],
  ])('given %j, returns %j', (text, tag) => {
    expect(canonicalTag(text)).toBe(tag)
  })
})

describe('languageName', () => {
  it.each([
    ['de', 'Deutsch'],
    ['pt-BR', 'Português (Brasil)'],
    ['ja', '日本語'],
  ])('given %s, returns %s, its name in that language', (language, name) => {
    expect(languageName(language)).toBe(name)
    // The second call reads the cache.
    expect(languageName(language)).toBe(name)
  })
})
describe('directionOf', () => {
  it.each([
    ['ar', 'rtl'],
    ['he', 'rtl'],
    ['az-Arab', 'rtl'],
    ['en', 'ltr'],
    ['ar-Latn', 'ltr'],
    ['zh-Hans', 'ltr'],
  ])('given %s, returns %s', (language, direction) => {
    expect(directionOf(language)).toBe(direction)
  })
})
