import { describe, expect, it } from 'vitest'
import { brandIn, brandSchema, supportUrlWith } from './brand'

const names = { name: 'Acme', service: 'Rewards' }
const brand = (settings: Record<string, unknown>, language = 'en') =>
  brandIn(brandSchema.parse({ ...names, ...settings }), language)

/** Lists the problems of these settings: `links.header.0.url is …`. */
const problems = (settings: Record<string, unknown>) =>
  (brandSchema.safeParse({ ...names, ...settings }).error?.issues ?? []).map(
    ({ path, message }) => `${path.filter((part) => part !== '').join('.')} ${message}`,
  )

describe('brandSchema', () => {
  it('has a default for every setting except the two names', () => {
    expect(brand({})).toEqual({
      name: 'Acme',
      service: 'Rewards',
      operator: 'Acme',
      connectLabel: 'Connect',
      benefit: null,
      supportUrl: null,
      links: { header: [], footer: [] },
      consent: [],
      wallets: ['phantom', 'solflare', 'backpack', 'coinbase', 'trust'],
      consoleName: 'Acme',
      consoleLocale: 'en',
      themeColor: { light: '#ffffff', dark: '#171b22' },
    })
  })

  it('returns the names in a language, or in the first one when the language is missing', () => {
    const settings = {
      name: { de: 'Acme verbindet', en: 'Acme Connect' },
      benefit: { de: 'Sammle Punkte mit jedem Tag.', en: 'Earn points each day.' },
      supportUrl: { de: 'https://acme.example/hilfe', en: 'https://acme.example/help' },
      consent: { de: 'Siehe [AGB](https://acme.example/agb).', en: 'See [terms](https://acme.example/terms).' },
      links: { footer: [{ label: { de: 'Impressum', en: 'Imprint' }, url: 'https://acme.example/imprint' }] },
    }
    expect(brand(settings, 'en')).toMatchObject({
      name: 'Acme Connect',
      operator: 'Acme Connect',
      benefit: 'Earn points each day.',
      supportUrl: 'https://acme.example/help',
      consent: [{ text: 'See ' }, { text: 'terms', url: 'https://acme.example/terms' }, { text: '.' }],
      links: { footer: [{ label: 'Imprint', url: 'https://acme.example/imprint' }] },
    })
    expect(brand(settings, 'fr')).toMatchObject({
      name: 'Acme verbindet',
      service: 'Rewards',
      benefit: 'Sammle Punkte mit jedem Tag.',
      supportUrl: 'https://acme.example/hilfe',
      links: { footer: [{ label: 'Impressum', url: 'https://acme.example/imprint' }] },
    })
  })

  it('names the operator of the skin, or else the site', () => {
    expect(brand({ operator: 'the Acme team' }).operator).toBe('the Acme team')
    expect(brand({}).operator).toBe('Acme')
  })
})

const notAnAddress = 'is neither an https URL nor a mailto: link'
const link = { label: 'Privacy', url: 'https://acme.example/privacy' }
const longAddress = `https://a.example/${'x'.repeat(200)}`
const notAWallet = 'is not a wallet: known are phantom, solflare, backpack, coinbase, trust'

it.each<[settings: Record<string, unknown>, ...problems: string[]]>([
  [{ name: { en: 'Acme', 'pt-BR': 'Acme' } }],
  [{ name: { EN: 'Acme' } }, 'name.EN is not a language tag: expected one like de or pt-BR'],
  [{ name: { en: ' ' } }, 'name.en is empty: expected the name of this site'],
  [{ name: {} }, 'name is empty: expected texts by language'],
  [{ name: ['Acme'] }, 'name is not a text: expected the name of this site, or texts by language'],
  [{ languages: ['EN'] }, 'languages.0 is not a language tag: expected one like de or pt-BR'],
  [{ languages: [] }, 'languages is empty: expected at least one language'],
  ...['javascript:alert`1`', '/terms'].map((url): [{ consent: string }, string] => [
    { consent: `[Terms](${url})` },
    `consent has a link to ${url}, which ${notAnAddress}`,
  ]),
  [{ benefit: `  ${'word '.repeat(18)}` }],
  [{ benefit: { en: 'a', de: 'Wort  '.repeat(19) } }, 'benefit.de is too long: expected at most 18 words'],
  [{ benefit: '漢'.repeat(201) }, 'benefit is too long: expected why users connect, at most 200 characters'],
  // URLs do not count.
  [{ consent: `${'a'.repeat(295)}[terms](${longAddress})` }],
  [{ consent: `${'a'.repeat(296)}[terms](${longAddress})` }, 'consent is too long: 301 characters, at most 300'],
  [{ consent: 'I <b>agree</b>' }, 'consent has < or >: no tags, and links as [label](https://…)'],
  ...['http://a.example/{code}', 'javascript:alert({code})', '/help'].map(
    (supportUrl): [{ supportUrl: string }, string] => [{ supportUrl }, `supportUrl ${notAnAddress}`],
  ),
  [{ links: { header: Array(6).fill(link), footer: [{ label: '개인정보', url: 'mailto:a@a.example' }] } }],
  [{ links: { header: Array(7).fill(link) } }, 'links.header has too many links: at most 6'],
  [
    { links: { footer: [{ label: '', url: 'javascript:alert(1)' }] } },
    'links.footer.0.label is empty: expected the label of a link',
    `links.footer.0.url ${notAnAddress}`,
  ],
  [
    { links: { footer: [{ ...link, href: 'x' }], foter: [] } },
    'links.footer.0 has href: see docs/skin.md',
    'links has foter: see docs/skin.md',
  ],
  [{ links: [link] }, 'links is not an object: expected { "header": [], "footer": [] }'],
  [
    { links: { footer: 'x' } },
    'links.footer is not a list of links: expected [{ "label": "Privacy", "url": "https://acme.example/privacy" }]',
  ],
  [{ wallets: ['phantm', 'metamask'] }, `wallets.0 ${notAWallet}`, `wallets.1 ${notAWallet}`],
  [{ wallets: ['phantom', 'phantom'] }, 'wallets names a wallet twice'],
  [{ wallets: [] }, 'wallets is empty: expected at least one wallet'],
  [
    { themeColor: '#0b0b14' },
    'themeColor is not an object: expected { "light": "#ffffff", "dark": "#171b22" }, or one of the two',
  ],
  [{ themeColor: { dark: 'black' } }, 'themeColor.dark is not a colour: expected one like #2a4bd7'],
])('brandSchema names every problem of %j', (settings, ...expected) => {
  expect(problems(settings)).toEqual(expected)
})

it('brandSchema splits the consent into texts and links', () => {
  const consent = 'See [terms](https://a.example/t) and [help](mailto:a@a.example), or [2] (https://a.example)'
  expect(brand({ consent }).consent).toEqual([
    { text: 'See ' },
    { text: 'terms', url: 'https://a.example/t' },
    { text: ' and ' },
    { text: 'help', url: 'mailto:a@a.example' },
    { text: ', or [2] (https://a.example)' },
  ])
})

it('brandSchema keeps the order of the wallets, and the default colour of the other scheme', () => {
  expect(brand({ wallets: ['trust', 'phantom'] }).wallets).toEqual(['trust', 'phantom'])
  expect(brand({ themeColor: { dark: '#0b0b14' } }).themeColor).toEqual({ light: '#ffffff', dark: '#0b0b14' })
})

const twice = 'https://help.example/{code}?code={code}'
const mail = 'mailto:help@acme.example?subject=Code%20{code}'

it.each([
  [twice, 'CODE000001', 'https://help.example/CODE000001?code=CODE000001'],
  [twice, undefined, 'https://help.example/?code='],
  [mail, 'a&b=c #$&é', 'mailto:help@acme.example?subject=Code%20a%26b%3Dc%20%23%24%26%C3%A9'],
  [null, 'CODE000001', null],
])('supportUrlWith replaces each placeholder of %s by the encoded code %s', (supportUrl, code, expected) => {
  // Unchanged, because a URL would encode the braces of the placeholder.
  expect(brand({ supportUrl }).supportUrl).toBe(supportUrl)
  expect(supportUrlWith({ supportUrl }, code)).toBe(expected)
})
