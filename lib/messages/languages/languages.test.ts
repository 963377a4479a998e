import { parse, TYPE, type MessageFormatElement, type PluralElement } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { compileMessages, flatten, placeholdersOf } from '../catalog'
import { textsOf } from '../texts'
import { languages } from './index'

const messagesOf = (language: string) => flatten(languages.get(language) ?? {})
const english = messagesOf('en')
const others = [...languages.keys()].filter((language) => language !== 'en')

/** How each language quotes what a button says. */
const quotes: Record<string, [string, string]> = {
  ar: ['«', '»'],
  de: ['„', '“'],
  es: ['«', '»'],
  fr: ['«\u00a0', '\u00a0»'],
  ja: ['「', '」'],
  ko: ['‘', '’'],
  'pt-BR': ['“', '”'],
  'zh-Hans': ['“', '”'],
}

it('has English first, which answers everybody else', () => {
  expect([...languages.keys()]).toEqual(['en', 'ar', 'de', 'es', 'fr', 'ja', 'ko', 'pt-BR', 'zh-Hans'])
})

describe.each(others)('%s', (language) => {
  const messages = messagesOf(language)
  const inQuotes = (label: string) => (quotes[language] ?? ['', '']).join(label)

  it('has the texts of English, and no other', () => {
    expect([...messages.keys()]).toEqual([...english.keys()])
  })

  it('has no empty text, and no character that slipped in', () => {
    for (const [key, text] of messages) {
      expect(text.trim(), key).not.toBe('')
      expect(text, key).toBe(text.trim())
      expect(text, key).not.toMatch(/['"\u200b\ufeff]|\.\.\.| {2}/)
    }
  })

  it('has the placeholders of English', () => {
    for (const [key, text] of english) {
      expect(placeholdersOf(messages.get(key) ?? '{'), key).toEqual(placeholdersOf(text))
    }
  })

  it('compiles, and gives a text for every number', () => {
    const t = textsOf<string>(language, compileMessages(messages, { site: 'A', service: 'B', operator: 'C' }))
    for (const key of messages.keys()) {
      for (const number of [0, 1, 2, 3, 11, 100]) {
        expect(t(key, valuesFor(messages.get(key) ?? '', number)), key).not.toMatch(/[{}#]/)
      }
    }
  })

  // A count is a whole number up to 1000. Zero and one are counted where English has a form for one.
  it('has a form for every number that is counted, and none that its grammar does not know', () => {
    const rules = new Intl.PluralRules(language)
    for (const [key, text] of messages) {
      const countsOne = pluralsOf(english.get(key) ?? '').some(({ options }) => 'one' in options || '=1' in options)
      for (const { options } of pluralsOf(text)) {
        const numbers = Array.from({ length: 1001 }, (_, number) => number)
          .filter((number) => (number > 1 || countsOne) && !(`=${number}` in options))
          .map((number) => rules.select(number))
        expect(Object.keys(options), key).toEqual(expect.arrayContaining([...new Set(numbers)]))
        const known = [...rules.resolvedOptions().pluralCategories, '=0', '=1', '=2']
        expect(known, key).toEqual(expect.arrayContaining(Object.keys(options)))
      }
    }
  })

  it('quotes the button Connect wherever English says to press it', () => {
    const telling = [...english].filter(([, text]) => /\bpress(?:ed)? Connect\b/i.test(text))
    expect(telling.length).toBeGreaterThan(10)
    const label = messages.get('confirm.connect') ?? ''
    for (const [key] of telling) expect(messages.get(key), key).toContain(inQuotes(label))
  })

  it('quotes the other labels as they are', () => {
    expect(messages.get('wallet.refused.missing.text')).toContain(
      inQuotes(messages.get('confirm.signAndConnect') ?? ''),
    )
    expect(messages.get('wallet.signText')).toContain(inQuotes('service-connect:'))
  })

  it('quotes nothing else', () => {
    const [open, close] = quotes[language] ?? ['', '']
    const labels = [messages.get('confirm.connect'), messages.get('confirm.signAndConnect'), 'service-connect:']
    for (const [key, text] of messages) {
      const quoted = text.split(open).slice(1)
      for (const rest of quoted) expect(labels, key).toContain(rest.slice(0, rest.indexOf(close)))
    }
  })

  it('begins the button that counts down like the button itself', () => {
    for (const key of ['confirm.waitingButton', 'confirm.waitingButtonMinutes']) {
      expect(messages.get(key)?.startsWith(messages.get('confirm.connect') ?? '-'), key).toBe(true)
    }
  })

  it('has another text than English, but for words that are the same', () => {
    const same = [...messages].filter(([key, text]) => english.get(key) === text).map(([key]) => key)
    expect(same.filter((key) => key !== 'signIn.demo.nameLabel')).toEqual([])
  })
})

/** A value for each placeholder of a message. */
function valuesFor(text: string, number: number): Record<string, string | number> {
  return Object.fromEntries([...(placeholdersOf(text) ?? [])].map((name) => [name, number]))
}

/** The plurals of a message, wherever they are in it. */
function pluralsOf(text: string): PluralElement[] {
  const inElement = (element: MessageFormatElement): PluralElement[] =>
    element.type === TYPE.plural
      ? [element, ...Object.values(element.options).flatMap(({ value }) => value.flatMap(inElement))]
      : []
  return parse(text).flatMap(inElement)
}
