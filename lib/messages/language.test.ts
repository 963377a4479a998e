import { expect, it } from 'vitest'
import { canonicalTag, directionOf, languageName } from './language'

it('canonicalTag returns the usual spelling of a tag, and null for any other text', () => {
  expect(['de', 'pt-br', '', 'd', 'de_DE'].map(canonicalTag)).toEqual(['de', 'pt-BR', null, null, null])
})

it('languageName returns the name of a language in that language, also from its cache', () => {
  for (const languages of [
    ['de', 'pt-BR', 'ja'],
    ['de', 'pt-BR', 'ja'],
  ]) {
    expect(languages.map(languageName)).toEqual(['Deutsch', 'Português (Brasil)', '日本語'])
  }
})

it('directionOf returns rtl for languages in a script from right to left', () => {
  expect(['ar', 'he', 'az-Arab'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl'])
  expect(['en', 'ar-Latn', 'zh-Hans'].map(directionOf)).toEqual(['ltr', 'ltr', 'ltr'])
})
