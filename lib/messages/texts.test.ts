import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { compileCatalogs, userMessages, type Catalog } from './catalog'
import type { TextKey } from './keys'
import { canonicalTag, directionOf, languageName } from './language'
import { textsOf } from './texts'
import { userTextsOf } from './user-texts'

const brand = (service: string) => ({ name: 'A', service, operator: 'C', connectLabel: 'D' })

const textIn = (language: string, text: string, values: Record<string, string | number> = {}) =>
  textsOf<string>(language, compileCatalogs(language, [{ key: text }], brand('B')))('key', values)

describe('compileCatalogs', () => {
  it('inserts the names of the brand, also in plurals', () => {
    expect(textIn('en', '{site}, {service} and {operator}')).toBe('A, B and C')
    expect(textIn('en', 'Go to {service}')).toBe('Go to B')
    expect(textIn('en', '{n, plural, one {# link of {service}} other {# links}}', { n: 1 })).toBe('1 link of B')
  })

  it('isolates inserted values and uses Western digits when the language is right-to-left', () => {
    expect(textIn('ar', 'مع {service}')).toBe('مع \u2068B\u2069')
    expect(textIn('ar', 'في {app}', { app: 'Phantom (beta)' })).toBe('في \u2068Phantom (beta)\u2069')
    expect(textIn('ar', '{n, plural, one {x} other {{service} {n}}}', { n: 5 })).toBe('\u2068B\u2069 \u20685\u2069')
    expect(textIn('ar-EG', '{n, plural, other {#}}', { n: 1234 })).toBe('1,234')
    expect(textIn('en', 'Open in {app}', { app: 'Phantom' })).toBe('Open in Phantom')
  })

  it('isolates right-to-left names and values when the language is left-to-right', () => {
    const names = { ...brand('مكافآت 2'), name: 'Site' }
    const t = textsOf<string>('en', compileCatalogs('en', [{ key: '{service}: {site} in {app}' }], names))
    expect(t('key', { app: 'محفظة' })).toBe('\u2068مكافآت 2\u2069: Site in \u2068محفظة\u2069')
  })

  it('removes the space between Chinese or Japanese characters around a name', () => {
    const withName = (language: string, text: string, name: string) =>
      textsOf<string>(language, compileCatalogs(language, [{ key: text }], brand(name)))('key')
    expect(withName('zh-Hans', '你的 {service} 账户', '积分联盟')).toBe('你的积分联盟账户')
    expect(withName('zh-Hans', '你的 {service} 账户', 'Rewards')).toBe('你的 Rewards 账户')
    expect(withName('ko', '내 {service} 계정', '積分')).toBe('내 積分 계정')
  })
})

describe('textsOf in the browser', () => {
  /** Compiles a message, sends it as JSON like a page does, and returns the text in the browser. */
  function inBrowser(message: string, values?: Record<string, string | number>, language = 'en'): string {
    const compiled = JSON.parse(JSON.stringify(compileCatalogs(language, [{ key: message }], brand('Re{w}ards'))))
    return textsOf(language, compiled)('key', values)
  }

  it('uses the plural forms and the numbers of its language', () => {
    const text = '{n, plural, =0 {none} one {one} two {two} few {few} many {many} other {# {service}}}'
    const forms = [0, 1, 2, 3, 11, 100].map((n) => inBrowser(text, { n }, 'ar'))
    expect(forms).toEqual(['none', 'one', 'two', 'few', 'many', '100 \u2068Re{w}ards\u2069'])
    expect(inBrowser('{n, number}', { n: 1234.5 }, 'de')).toBe('1.234,5')
  })

  it('treats names and values as plain text', () => {
    expect(inBrowser('{name} at {service}', { name: '<b>{service}</b>' })).toBe('<b>{service}</b> at Re{w}ards')
  })

  it('throws when the message or a value is missing', () => {
    expect(() => textsOf('en', {})('key')).toThrow('There is no message "key" here.')
    expect(() => inBrowser('{name}!')).toThrow()
  })
})

const acme = { name: 'Acme', service: 'Rewards', operator: 'Ada', connectLabel: 'Link wallet' }

/** The texts of a skin with one text of its own in Dutch and in English. */
const { messages, inEnglish } = userMessages(
  'nl',
  acme,
  new Map<string, Catalog>([
    ['nl', { confirm: { connect: 'Verbinden' } }],
    ['en', { home: { text: 'Our own words.' } }],
  ]),
)
const t = userTextsOf(textsOf<TextKey>('nl', messages), inEnglish)
const markupOf = (key: TextKey) => renderToStaticMarkup(t(key))

it('userMessages keeps the words of a short name in one line, and lets a long name break', () => {
  const titleOf = (service: string) => userMessages('en', { ...acme, service }).messages['confirm.title']
  expect(titleOf('Subnet Rewards')).toContain('Subnet\u00a0Rewards')
  expect(titleOf('The Rewards of Our Town')).toContain('The Rewards of Our Town')
})

describe('userTextsOf', () => {
  it('marks a text as English only when the language lacks it, and adds no element to attributes and titles', () => {
    expect(markupOf('wallet.more')).toBe('<span lang="en" dir="ltr">More wallets</span>')
    expect(markupOf('confirm.connect')).toBe('Verbinden')
    expect([t.plain('wallet.more'), t.plain('confirm.connect')]).toEqual(['More wallets', 'Verbinden'])
  })

  it('replaces a missing text with the English text of the skin, marked as English', () => {
    expect(markupOf('home.text')).toBe('<span lang="en" dir="ltr">Our own words.</span>')
  })

  it('uses the brand’s label for the button of the service', () => {
    expect(t.plain('refused.remedy.press_connect_again')).toBe('Press Link wallet again on your profile page.')
  })
})

it('canonicalTag returns the usual spelling of a tag, and null for any other text', () => {
  expect(['de', 'pt-br', '', 'd', 'de_DE'].map(canonicalTag)).toEqual(['de', 'pt-BR', null, null, null])
})

it('languageName returns the name of a language in that language', () => {
  expect(['de', 'pt-BR', 'ja'].map(languageName)).toEqual(['Deutsch', 'Português (Brasil)', '日本語'])
})

it('directionOf returns rtl for languages in a script from right to left', () => {
  expect(['ar', 'he', 'az-Arab'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl'])
  expect(['en', 'ar-Latn', 'zh-Hans'].map(directionOf)).toEqual(['ltr', 'ltr', 'ltr'])
})
