import { parse, TYPE, type MessageFormatElement, type PluralElement } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { compileCatalogs, flatten, placeholdersOf } from '@/lib/messages/catalog'
import { textsOf } from '@/lib/messages/texts'
import { languages } from './index'

const flat = new Map([...languages].map(([language, messages]) => [language, flatten(messages)]))
const messagesOf = (language: string) => flat.get(language) ?? new Map<string, string>()
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

/** Finds the texts that break a rule, as the language and the key. */
const breaking = (isBroken: (text: string, key: string, language: string) => boolean) =>
  others.flatMap((language) =>
    [...messagesOf(language)]
      .filter(([key, text]) => isBroken(text, key, language))
      .map(([key]) => `${language} ${key}`),
  )

describe('the texts of each language', () => {
  const inQuotes = (label: string, language: string) => (quotes[language] ?? ['', '']).join(label)
  const textOf = (key: string, language: string) => messagesOf(language).get(key) ?? ''

  it('have the same keys as English', () => {
    for (const language of others) expect([...messagesOf(language).keys()], language).toEqual([...english.keys()])
  })

  it('are neither empty nor have stray characters', () => {
    expect(breaking((text) => text === '' || text !== text.trim())).toEqual([])
    expect(breaking((text) => /['"\u200b\ufeff]|\.\.\.| {2}/.test(text))).toEqual([])
  })

  it('have the same placeholders as English', () => {
    const names = (text: string) => [...(placeholdersOf(text) ?? ['no ICU message'])].toSorted().join(' ')
    expect(breaking((text, key) => names(text) !== names(english.get(key) ?? ''))).toEqual([])
  })

  it('compile, and format completely for every number', () => {
    const brand = { name: 'A', service: 'B', operator: 'C', connectLabel: 'D' }
    for (const language of others) {
      const t = textsOf<string>(language, compileCatalogs(language, [languages.get(language)], brand))
      for (const [key, text] of messagesOf(language)) {
        // The number decides only about the forms of a plural.
        for (const number of pluralsOf(text).length > 0 ? [0, 1, 2, 3, 11, 100] : [1]) {
          expect(t(key, valuesFor(text, number)), `${language} ${key}`).not.toMatch(/[{}#]/)
        }
      }
    }
  })

  // Counts are whole numbers up to 1000. A text needs a form for 0 and 1 only if the English text has a form for 1.
  it('have a plural form for every count, and no form that their grammar lacks', () => {
    const numbers = Array.from({ length: 1001 }, (_, number) => number)
    const needed = (key: string) => {
      const countsOne = pluralsOf(english.get(key) ?? '').some(({ options }) => 'one' in options || '=1' in options)
      return countsOne ? numbers : numbers.slice(2)
    }
    const forms = new Map(
      others.map((language) => {
        const rules = new Intl.PluralRules(language)
        return [language, numbers.map((number) => rules.select(number))]
      }),
    )
    const lacking = breaking((text, key, language) =>
      pluralsOf(text).some(({ options }) =>
        needed(key).some((number) => !(`=${number}` in options || (forms.get(language)?.[number] ?? '') in options)),
      ),
    )
    const tooMany = breaking((text, _key, language) => {
      const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions()
      const known = new Set<string>([...pluralCategories, '=0', '=1', '=2'])
      return pluralsOf(text).some(({ options }) => Object.keys(options).some((form) => !known.has(form)))
    })
    expect({ lacking, tooMany }).toEqual({ lacking: [], tooMany: [] })
  })

  it('quote their own label of Connect wherever English tells the user to press Connect', () => {
    const saysSo = (key: string) => /\bpress(?:ed)? Connect\b/i.test(english.get(key) ?? '')
    expect([...english.keys()].filter(saysSo).length).toBeGreaterThan(3)
    const label = (language: string) => inQuotes(textOf('confirm.connect', language), language)
    expect(breaking((text, key, language) => saysSo(key) && !text.includes(label(language)))).toEqual([])
  })

  it('quote the label of the service’s button wherever English names the button', () => {
    const names = (key: string) => (english.get(key) ?? '').includes('{connectLabel}')
    expect([...english.keys()].filter(names).length).toBeGreaterThan(5)
    const label = (language: string) => inQuotes('{connectLabel}', language)
    expect(breaking((text, key, language) => names(key) !== text.includes(label(language)))).toEqual([])
  })

  it('quote the label of “Sign and connect” in the text about a missing signature', () => {
    for (const language of others) {
      const label = inQuotes(textOf('confirm.signAndConnect', language), language)
      expect(textOf('wallet.refused.missing.text', language)).toContain(label)
    }
  })

  it('quote only the labels of buttons', () => {
    const quotesOther = (text: string, _key: string, language: string) => {
      const [open, close] = quotes[language] ?? ['', '']
      const own = ['confirm.connect', 'confirm.signAndConnect'].map((key) => textOf(key, language))
      const quoted = text.split(open).slice(1)
      return quoted.some((rest) => !['{connectLabel}', ...own].includes(rest.slice(0, rest.indexOf(close))))
    }
    expect(breaking(quotesOther)).toEqual([])
  })

  it('differ from English, except those in sameWords', () => {
    expect(breaking((text, key) => english.get(key) === text && !sameWords.has(key))).toEqual([])
  })
})

/** The places in which a name could need another form than the one in brand.json: a case, an article, an ending. */
const placesOfOtherForms: [language: string, what: string, place: RegExp][] = [
  ...['ar', 'de', 'ru'].map((language): [string, string, RegExp] => [
    language,
    'contact that is not an apposition in brackets, because its case would change its article or its ending',
    /(?<!\()\{operator\}|\{operator\}(?!\))/,
  ]),
  [
    'ru',
    'name without a noun before it that takes the case',
    /(?<!(?:[Сс]ервис(?:а|е)?|аккаунт(?:е|а|у)?|профил[ье]|сайте|названием) )\{(?:service|site)\}/,
  ],
  ['es', 'contact after a preposition that merges with an article', /\b(?:a|de) \{operator\}/],
  ['pt-BR', 'contact after a preposition that merges with an article', /\b(?:a|de|em|por) \{operator\}/],
  ['fr', 'contact after a preposition that merges with an article, or after a noun', /(?:\bde|à|équipe) \{operator\}/],
  ['fr', 'name after a word that loses its vowel before another one', /(?:^|[\s(])(?:d|l|qu|jusqu|n|s|c)[ea] \{/i],
  ['ko', 'particle that depends on the last sound of a name', /\}’?(?:을|를|이|가|은|는|와|과|로|으로)(?![가-힣])/],
  ['tr', 'suffix that depends on the vowels of a name', /\}”?['’]?[a-zçğıöşü]/],
]

it.each(placesOfOtherForms)('the texts in %s have no %s', (language, _what, place) => {
  expect([...messagesOf(language)].filter(([, text]) => place.test(text)).map(([key]) => key)).toEqual([])
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
