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
      supportUrl: { de: 'https://acme.example/hilfe', en: 'https://acme.example/help' },
      consent: { de: 'Siehe [AGB](https://acme.example/agb).', en: 'See [terms](https://acme.example/terms).' },
      links: { footer: [{ label: { de: 'Impressum', en: 'Imprint' }, url: 'https://acme.example/imprint' }] },
    }
    expect(brand(settings, 'en')).toMatchObject({
      name: 'Acme Connect',
      operator: 'Acme Connect',
      supportUrl: 'https://acme.example/help',
      consent: [{ text: 'See ' }, { text: 'terms', url: 'https://acme.example/terms' }, { text: '.' }],
      links: { footer: [{ label: 'Imprint', url: 'https://acme.example/imprint' }] },
    })
    expect(brand(settings, 'fr')).toMatchObject({
      name: 'Acme verbindet',
      service: 'Rewards',
      supportUrl: 'https://acme.example/hilfe',
      links: { footer: [{ label: 'Impressum', url: 'https://acme.example/imprint' }] },
    })
  })

  it('names no operator when the skin has neither one nor another name than the app', () => {
    expect(brand({ name: 'Subnet Connect' }).operator).toBeNull()
    expect(brand({ name: 'Subnet Connect', operator: 'the Acme team' }).operator).toBe('the Acme team')
  })

  it('accepts names by language, and refuses invalid tags, empty names and lists', () => {
    for (const [name, ...problem] of [
      [{ en: 'Acme', 'pt-BR': 'Acme' }],
      [{ EN: 'Acme' }, 'name.EN is not a language tag: expected one like de or pt-BR'],
      [{ en: ' ' }, 'name.en is empty: expected the name of this site'],
      [{}, 'name is empty: expected texts by language'],
      [['Acme'], 'name is not a text: expected the name of this site, or texts by language'],
    ])
      expect(problems({ name })).toEqual(problem)
  })
})

describe('brandSchema.consent', () => {
  it('has its text split into plain text and links', () => {
    for (const [consent, parts] of [
      ['By connecting you agree.', [{ text: 'By connecting you agree.' }]],
      ['[Terms](https://a.example/t)', [{ text: 'Terms', url: 'https://a.example/t' }]],
      [
        'See [terms](https://a.example/t) and [help](mailto:a@a.example)',
        [
          { text: 'See ' },
          { text: 'terms', url: 'https://a.example/t' },
          { text: ' and ' },
          { text: 'help', url: 'mailto:a@a.example' },
        ],
      ],
      // Unchanged, because this is not a link.
      ['Terms [2] (https://a.example)', [{ text: 'Terms [2] (https://a.example)' }]],
    ] as const)
      expect(brand({ consent }).consent).toEqual(parts)
  })

  it('refuses a link that is neither https nor mailto', () => {
    for (const url of ['javascript:alert`1`', 'http://a.example', '/terms', '//a.example']) {
      expect(problems({ consent: `[Terms](${url})` })).toEqual([
        `consent has a link to ${url}, which is neither an https URL nor a mailto: link`,
      ])
    }
  })

  it('accepts at most 300 characters without counting URLs, and no tags', () => {
    const address = `https://a.example/${'x'.repeat(200)}`
    expect(problems({ consent: `${'a'.repeat(295)}[terms](${address})` })).toEqual([])
    expect(problems({ consent: `${'a'.repeat(296)}[terms](${address})` })).toEqual([
      'consent is too long: 301 characters, at most 300',
    ])
    expect(problems({ consent: 'I <b>agree</b>' })).toEqual([
      'consent has < or >: no tags, and links as [label](https://…)',
    ])
  })
})

describe('brandSchema.supportUrl', () => {
  it('accepts an https or mailto URL, with or without a placeholder for the support code', () => {
    for (const supportUrl of [
      'https://help.example/',
      'https://help.example/new?code={code}&from=connect',
      'mailto:help@acme.example?subject=Code%20{code}',
      null,
    ]) {
      expect(problems({ supportUrl })).toEqual([])
      // Unchanged, because a URL would encode the braces of the placeholder.
      expect(brand({ supportUrl }).supportUrl).toBe(supportUrl)
    }
  })

  it('refuses any other URL', () => {
    const relative = ['{code}', '/help?code={code}', '//help.example']
    for (const supportUrl of ['http://a.example/{code}', 'javascript:alert({code})', 'data:text/html,x', ...relative]) {
      expect(problems({ supportUrl })).toEqual(['supportUrl is neither an https URL nor a mailto: link'])
    }
  })

  it('supportUrlWith replaces every placeholder with the encoded code, or removes it when there is no code', () => {
    const twice = 'https://help.example/{code}?code={code}'
    for (const [supportUrl, code, expected] of [
      [twice, 'CODE000001', 'https://help.example/CODE000001?code=CODE000001'],
      [twice, undefined, 'https://help.example/?code='],
      [
        'mailto:help@acme.example?subject={code}',
        'a&b=c #$&é',
        'mailto:help@acme.example?subject=a%26b%3Dc%20%23%24%26%C3%A9',
      ],
      ['https://help.example/', 'CODE000001', 'https://help.example/'],
      [null, 'CODE000001', null],
    ] as const)
      expect(supportUrlWith({ supportUrl }, code)).toBe(expected)
  })
})

describe('brandSchema.links', () => {
  const link = { label: 'Privacy', url: 'https://acme.example/privacy' }

  it('accepts at most six links in a place', () => {
    const footer = [{ label: '개인정보', url: 'mailto:a@a.example' }]
    expect(problems({ links: { header: Array(6).fill(link), footer } })).toEqual([])
    expect(problems({ links: { header: Array(7).fill(link) } })).toEqual(['links.header has too many links: at most 6'])
  })

  it('refuses a link without a label or with an unsafe URL', () => {
    expect(problems({ links: { footer: [{ label: '', url: 'javascript:alert(1)' }] } })).toEqual([
      'links.footer.0.label is empty: expected the label of a link',
      'links.footer.0.url is neither an https URL nor a mailto: link',
    ])
    expect(problems({ links: { footer: [{ ...link, href: 'x' }], foter: [] } })).toEqual([
      expect.stringContaining('links.footer.0 has href'),
      'links has foter: see docs/skin.md',
    ])
    expect(problems({ links: [link] })).toEqual(['links is not an object: expected { "header": [], "footer": [] }'])
    expect(problems({ links: { footer: 'x' } })).toEqual([
      'links.footer is not a list of links: expected [{ "label": "Privacy", "url": "https://acme.example/privacy" }]',
    ])
  })
})

describe('brandSchema.wallets', () => {
  it('keeps the named wallets in order', () => {
    expect(brand({ wallets: ['trust', 'phantom'] }).wallets).toEqual(['trust', 'phantom'])
  })

  it('refuses unknown wallets, repeated wallets and an empty list', () => {
    expect(problems({ wallets: ['phantm', 'metamask'] })).toEqual([
      'wallets.0 is not a wallet: known are phantom, solflare, backpack, coinbase, trust',
      'wallets.1 is not a wallet: known are phantom, solflare, backpack, coinbase, trust',
    ])
    expect(problems({ wallets: ['phantom', 'phantom'] })).toEqual(['wallets names a wallet twice'])
    expect(problems({ wallets: [] })).toEqual(['wallets is empty: expected at least one wallet'])
  })
})

describe('brandSchema.themeColor', () => {
  it('accepts a colour for one scheme', () => {
    expect(brand({ themeColor: { dark: '#0b0b14' } }).themeColor).toEqual({ light: '#ffffff', dark: '#0b0b14' })
  })

  it('refuses anything but an object of colours', () => {
    expect(problems({ themeColor: '#0b0b14' })).toEqual([
      'themeColor is not an object: expected { "light": "#ffffff", "dark": "#171b22" }, or one of the two',
    ])
    expect(problems({ themeColor: { dark: 'black' } })).toEqual([
      'themeColor.dark is not a colour: expected one like #2a4bd7',
    ])
  })
})
