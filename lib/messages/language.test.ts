import { describe, expect, it } from 'vitest'
import { canonicalTag, directionOf, languageName } from './language'

describe('a tag', () => {
  it.each([
    ['de', 'de'],
    ['pt-br', 'pt-BR'],
    ['', null],
    ['d', null],
    ['de_DE', null],
  ])('%j is %j', (text, tag) => {
    expect(canonicalTag(text)).toBe(tag)
  })
})

describe('a language', () => {
  it.each([
    ['de', 'Deutsch'],
    ['pt-BR', 'Português (Brasil)'],
    ['ja', '日本語'],
  ])('calls itself, %s: %s', (language, name) => {
    expect(languageName(language)).toBe(name)
    // The same again, from memory.
    expect(languageName(language)).toBe(name)
  })
})
describe('the direction of a language', () => {
  it.each([
    ['ar', 'rtl'],
    ['he', 'rtl'],
    ['az-Arab', 'rtl'],
    ['en', 'ltr'],
    ['ar-Latn', 'ltr'],
    ['zh-Hans', 'ltr'],
  ])('of %s is %s', (language, direction) => {
    expect(directionOf(language)).toBe(direction)
  })
})
