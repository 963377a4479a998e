import { z } from 'zod'
import { canonicalTag } from '@/lib/messages/language'
import { walletIds } from '@/lib/wallets'

const maxLinks = 6
const maxConsentLength = 300

/** With a URL, it is a link. */
export interface TextPart {
  text: string
  url?: string
}

const text = (what: string, max: number) =>
  z
    .string({
      error: ({ input }) =>
        input === undefined ? `is missing: expected ${what}` : `is not a text: expected ${what}, or texts by language`,
    })
    .trim()
    .min(1, `is empty: expected ${what}`)
    .max(max, `is too long: expected ${what}, at most ${max} characters`)

const name = (what: string) => text(what, 60)

const isPublicAddress = (url: string) => URL.canParse(url) && ['https:', 'mailto:'].includes(new URL(url).protocol)

const address = z
  .string('is not an address: expected one like https://help.example/')
  .refine(isPublicAddress, 'is neither an https URL nor a mailto: link')

const color = z
  .string('is not a colour: expected one like #2a4bd7')
  .regex(/^#[0-9a-f]{6}$/i, 'is not a colour: expected one like #2a4bd7')

const notALanguage = 'is not a language tag: expected one like de or pt-BR'
const language = z.string(notALanguage).refine((tag) => canonicalTag(tag) === tag, notALanguage)

/** In place of a language's tag. */
export const everyLanguage = ''

/** A value for all languages, or values by tag. The first one is for all other languages. */
const localized = <Value extends z.ZodType>(value: Value) =>
  z.preprocess(
    (input) => (isObject(input) ? input : { [everyLanguage]: input }),
    z
      .record(
        z.string().refine((tag) => tag === everyLanguage || canonicalTag(tag) === tag),
        value,
        { error: ({ code }) => (code === 'invalid_key' ? notALanguage : undefined) },
      )
      .refine((values) => Object.keys(values).length > 0, 'is empty: expected texts by language'),
  )

const isObject = (input: unknown) => typeof input === 'object' && input !== null && !Array.isArray(input)

/** An object with only these names, because another one is most likely a typo. */
const only = <Shape extends z.ZodRawShape>(shape: Shape, example: string) =>
  z.strictObject(shape, {
    error: (issue) => {
      if (issue.code === 'invalid_type') return `is not an object: expected ${example}`
      if (issue.code !== 'unrecognized_keys') return undefined
      return `has ${issue.keys.join(', ')}: see docs/skin.md`
    },
  })

const links = z
  .array(
    only(
      { label: localized(name('the label of a link')), url: localized(address) },
      '{ "label": "Privacy", "url": "https://acme.example/privacy" }',
    ),
    'is not a list of links: expected [{ "label": "Privacy", "url": "https://acme.example/privacy" }]',
  )
  .max(maxLinks, `has too many links: at most ${maxLinks}`)
  .default([])

/** A line with links as in Markdown: `[label](https://…)`. */
const consent = text('a line for below the Connect button', 5000).transform((line, context): TextPart[] => {
  const parts = linkedParts(line)
  for (const { url } of parts) {
    if (url !== undefined && !isPublicAddress(url)) {
      context.addIssue(`has a link to ${url}, which is neither an https URL nor a mailto: link`)
    }
  }
  const length = parts.reduce((sum, { text }) => sum + text.length, 0)
  if (length > maxConsentLength) context.addIssue(`is too long: ${length} characters, at most ${maxConsentLength}`)
  if (/[<>]/.test(line)) context.addIssue('has < or >: no tags, and links as [label](https://…)')
  return parts
})

function linkedParts(line: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: whole, 1: text = '', 2: url = '', index } of line.matchAll(/\[([^[\]]+)\]\(([^()\s]+)\)/g)) {
    if (index > end) parts.push({ text: line.slice(end, index) })
    parts.push({ text, url })
    end = index + whole.length
  }
  if (end < line.length) parts.push({ text: line.slice(end) })
  return parts
}

const themeColorShape = '{ "light": "#ffffff", "dark": "#171b22" }, or one of the two'

export const brandSchema = only(
  {
    /** The URL of this file's schema, for editors. */
    $schema: z.string().optional(),
    name: localized(name('the name of this site')),
    operator: localized(name('whom users contact')).optional(),
    service: localized(name('the name of the platform that users come from')),
    connectLabel: localized(name('the label of the button that users press at the platform')).default({
      [everyLanguage]: 'Connect',
    }),
    /** A line below the title of the sign-in page and the connect page. */
    benefit: localized(
      text('why users connect', 200).regex(/^(?:\S+\s+){0,17}\S+$/, 'is too long: expected at most 18 words'),
    ).optional(),
    /** `{code}` is the placeholder of the support code. */
    supportUrl: localized(address).nullable().default(null),
    links: only({ header: links, footer: links }, '{ "header": [], "footer": [] }').default({ header: [], footer: [] }),
    /** The terms that users accept when they press Connect. */
    consent: localized(consent).optional(),
    /** In this order. */
    wallets: z
      .array(
        z.enum(walletIds, `is not a wallet: known are ${walletIds.join(', ')}`),
        `is not a list of wallets: expected ${JSON.stringify(walletIds)}`,
      )
      .min(1, 'is empty: expected at least one wallet')
      .refine((ids) => new Set(ids).size === ids.length, 'names a wallet twice')
      .default([...walletIds]),
    /** The first one is the fallback. Without this setting, all available languages. */
    languages: z
      .array(language, 'is not a list of language tags: expected one like ["en", "de"]')
      .min(1, 'is empty: expected at least one language')
      .optional(),
    /** In English, as the console's texts. */
    consoleName: name('the name of the console').optional(),
    /** The format of the console's numbers and times. */
    consoleLocale: language.optional(),
    /** Of a phone's bars around the page. */
    themeColor: only({ light: color.default('#ffffff'), dark: color.default('#171b22') }, themeColorShape).prefault({}),
  },
  'one like that of the default skin',
)

/** A skin's `brand.json`. */
export type BrandSettings = z.output<typeof brandSchema>

/** In one language, with defaults for missing settings. */
export type Brand = ReturnType<typeof brandIn>

/** Null if the skin has none. */
export function supportUrlWith({ supportUrl }: Pick<Brand, 'supportUrl'>, code: string | undefined): string | null {
  return supportUrl?.replaceAll('{code}', encodeURIComponent(code ?? '')) ?? null
}

/** @param language - a BCP 47 tag. */
export function brandIn(settings: BrandSettings, language: string) {
  const { links, benefit, consent, supportUrl, wallets, themeColor } = settings
  const inLanguage = <Value>(values: Record<string, Value>) => (values[language] ?? Object.values(values)[0]) as Value
  const linkInLanguage = ({ label, url }: (typeof links.header)[number]) => ({
    label: inLanguage(label),
    url: inLanguage(url),
  })
  const site = inLanguage(settings.name)
  return {
    name: site,
    service: inLanguage(settings.service),
    operator: inLanguage(settings.operator ?? settings.name),
    connectLabel: inLanguage(settings.connectLabel),
    benefit: benefit ? inLanguage(benefit) : null,
    supportUrl: supportUrl && inLanguage(supportUrl),
    links: { header: links.header.map(linkInLanguage), footer: links.footer.map(linkInLanguage) },
    consent: consent ? inLanguage(consent) : [],
    wallets,
    consoleName: settings.consoleName ?? site,
    consoleLocale: settings.consoleLocale ?? 'en',
    themeColor,
  }
}
