import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Catalog } from './catalog'
import { userMessages } from './compiled'
import type { TextKey } from './keys'
import { textsOf } from './texts'
import { userTextsOf } from './user-texts'

const brand = { name: 'Acme', service: 'Rewards', operator: 'Ada', connectLabel: 'Link wallet' }

/** The texts of a skin with one text of its own in Dutch and in English. */
const { messages, inEnglish } = userMessages(
  'nl',
  brand,
  new Map<string, Catalog>([
    ['nl', { confirm: { connect: 'Verbinden' } }],
    ['en', { home: { text: 'Our own words.' } }],
  ]),
)
const t = userTextsOf(textsOf<TextKey>('nl', messages), inEnglish)
const markupOf = (key: TextKey) => renderToStaticMarkup(t(key))

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
