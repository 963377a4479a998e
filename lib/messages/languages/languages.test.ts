import { parse, TYPE, type MessageFormatElement, type PluralElement } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { compileCatalogs, flatten, placeholdersOf } from '@/lib/messages/catalog'
import { textsOf } from '@/lib/messages/texts'
import { languages } from './index'

const messagesOf = (language: string) => flatten(languages.get(language) ?? {})
const english = messagesOf('en')
const others = [...languages.keys()].filter((language) => language !== 'en')

/** The keys of texts that some languages share with English: "Name" in German, "Error" in Spanish. */
const sameWords: ReadonlySet<string> = new Set(['signIn.demo.nameLabel', 'confirm.errorTitle'])

/** The quotation marks of each language around the label of a button. */
const quotes: Record<string, [string, string]> = {
  ar: ['«', '»'],
  de: ['„', '“'],
  es: ['«', '»'],
  fr: ['«\u00a0', '\u00a0»'],
  id: ['“', '”'],
  ja: ['「', '」'],
  ko: ['‘', '’'],
  'pt-BR': ['“', '”'],
  ru: ['«', '»'],
  tr: ['“', '”'],
  vi: ['“', '”'],
  'zh-Hans': ['“', '”'],
}

it('languages lists English first, as the fallback', () => {
  const [first, ...others] = languages.keys()
  expect([first, others]).toEqual(['en', Object.keys(quotes)])
})

describe.each(others)('%s', (language) => {
  const messages = messagesOf(language)
  const inQuotes = (label: string) => (quotes[language] ?? ['', '']).join(label)

  it('has the same keys as English', () => {
    expect([...messages.keys()]).toEqual([...english.keys()])
  })

  /** Finds the keys of the texts that break a rule. */
  const breaking = (isBroken: (text: string, key: string) => boolean) =>
    [...messages].filter(([key, text]) => isBroken(text, key)).map(([key]) => key)

  it('has no empty texts and no stray characters', () => {
    expect(breaking((text) => text === '' || text !== text.trim())).toEqual([])
    expect(breaking((text) => /['"\u200b\ufeff]|\.\.\.| {2}/.test(text))).toEqual([])
  })

  it('uses the same placeholders as English', () => {
    const names = (text: string) => [...(placeholdersOf(text) ?? ['no ICU message'])].toSorted().join(' ')
    expect(breaking((text, key) => names(text) !== names(english.get(key) ?? ''))).toEqual([])
  })

  it('compiles, and formats every text completely for every number', () => {
    const brand = { name: 'A', service: 'B', operator: 'C', connectLabel: 'D' }
    const t = textsOf<string>(language, compileCatalogs(language, [languages.get(language)], brand))
    const numbers = [0, 1, 2, 3, 11, 100]
    expect(breaking((text, key) => numbers.some((n) => /[{}#]/.test(t(key, valuesFor(text, n)))))).toEqual([])
  })

  // Counts are whole numbers up to 1000. A text needs a form for 0 and 1 only if the English text has a form for 1.
  it('has a plural form for every count, and no form that its grammar lacks', () => {
    const rules = new Intl.PluralRules(language)
    const known = new Set<string>([...rules.resolvedOptions().pluralCategories, '=0', '=1', '=2'])
    const needed = (key: string) => {
      const countsOne = pluralsOf(english.get(key) ?? '').some(({ options }) => 'one' in options || '=1' in options)
      return Array.from({ length: 1001 }, (_, number) => number).filter((number) => number > 1 || countsOne)
    }
    const lacking = breaking((text, key) =>
      pluralsOf(text).some(({ options }) =>
        needed(key).some((number) => !(`=${number}` in options || rules.select(number) in options)),
      ),
    )
    const tooMany = breaking((text) =>
      pluralsOf(text).some(({ options }) => Object.keys(options).some((form) => !known.has(form))),
    )
    expect({ lacking, tooMany }).toEqual({ lacking: [], tooMany: [] })
  })

  it('quotes its own label of Connect wherever English tells the user to press Connect', () => {
    const label = inQuotes(messages.get('confirm.connect') ?? '')
    const saysSo = (key: string) => /\bpress(?:ed)? Connect\b/i.test(english.get(key) ?? '')
    expect([...english.keys()].filter(saysSo).length).toBeGreaterThan(5)
    expect(breaking((text, key) => saysSo(key) && !text.includes(label))).toEqual([])
  })

  it('quotes the label of the service’s button wherever English names the button', () => {
    const label = inQuotes('{connectLabel}')
    const names = (key: string) => (english.get(key) ?? '').includes('{connectLabel}')
    expect([...english.keys()].filter(names).length).toBeGreaterThan(5)
    expect(breaking((text, key) => names(key) !== text.includes(label))).toEqual([])
  })

  it('quotes the label of “Sign and connect” in the text about a missing signature', () => {
    const sign = messages.get('confirm.signAndConnect') ?? ''
    expect(messages.get('wallet.refused.missing.text')).toContain(inQuotes(sign))
  })

  it('quotes only the labels of buttons', () => {
    const [open, close] = quotes[language] ?? ['', '']
    const labels = ['{connectLabel}', messages.get('confirm.connect'), messages.get('confirm.signAndConnect')]
    const quoted = (text: string) =>
      text
        .split(open)
        .slice(1)
        .map((rest) => rest.slice(0, rest.indexOf(close)))
    expect(breaking((text) => quoted(text).some((label) => !labels.includes(label)))).toEqual([])
  })

  it('begins the countdown texts of Connect with the label of Connect', () => {
    const counting = ['confirm.waitingButton', 'confirm.waitingButtonMinutes']
    const label = messages.get('confirm.connect') ?? ''
    expect(breaking((text, key) => counting.includes(key) && !text.startsWith(label))).toEqual([])
  })

  it('differs from English in every text that is not in sameWords', () => {
    const same = breaking((text, key) => english.get(key) === text && !sameWords.has(key))
    expect(same).toEqual([])
  })
})

/** Finds the keys of a language's texts that match a pattern. */
const keysWith = (language: string, pattern: RegExp) =>
  [...messagesOf(language)].filter(([, text]) => pattern.test(text)).map(([key]) => key)

it('Korean texts have no particle after a name, because its form would depend on the name’s last sound', () => {
  expect(keysWith('ko', /\}’?(?:을|를|이|가|은|는|와|과|로|으로)(?![가-힣])/)).toEqual([])
})

it('Turkish texts add no suffix to a name, because its form would depend on the name’s vowels', () => {
  expect(keysWith('tr', /\}”?['’]?[a-zçğıöşü]/)).toEqual([])
})

/** Returns a value for each placeholder of a message. */
function valuesFor(text: string, number: number): Record<string, string | number> {
  return Object.fromEntries([...(placeholdersOf(text) ?? [])].map((name) => [name, number]))
}

/** Finds all plurals of a message, including nested ones. */
function pluralsOf(text: string): PluralElement[] {
  const inElement = (element: MessageFormatElement): PluralElement[] =>
    element.type === TYPE.plural
      ? [element, ...Object.values(element.options).flatMap(({ value }) => value.flatMap(inElement))]
      : []
  return parse(text).flatMap(inElement)
}
