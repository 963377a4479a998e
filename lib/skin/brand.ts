import { z } from 'zod'
import { canonicalTag } from '@/lib/messages/language'

const name = (what: string) =>
  z
    .string({ error: `is missing: expected ${what}` })
    .trim()
    .min(1, { error: `is empty: expected ${what}` })
    .max(60, { error: `is too long: expected ${what}, at most 60 characters` })

const color = z.string().regex(/^#[0-9a-f]{6}$/i, { error: 'is no colour: expected one like #2a4bd7' })

const supportUrl = z.string().refine((text) => {
  if (!URL.canParse(text)) return false
  const { protocol } = new URL(text)
  return protocol === 'https:' || protocol === 'mailto:'
}, 'is neither an https URL nor a mailto: link')

const language = z
  .string()
  .refine((text) => canonicalTag(text) === text, 'is no language tag: expected one like de or pt-BR')

/** What `brand.json` may have. A name that it does not know is most likely a slip, and is a problem. */
export const brandSchema = z.strictObject(
  {
    /** An editor's: where the schema of this file is. */
    $schema: z.string().optional(),
    /** Stands in the header and in every page's title. */
    name: name('the name of this site'),
    /** Who to contact, as in "Please contact <operator>". */
    operator: name('whom users contact').optional(),
    /** The platform that users come from. */
    service: name('the name of the platform that users come from'),
    /** The label of the button at the platform that users press, in the platform's own language. */
    connectLabel: name('the label of the button that users press at the platform').default('Connect'),
    /** Where users get help. */
    supportUrl: supportUrl.nullable().default(null),
    /** The languages that users may have; the first one is for everybody else. All that there are, if left out. */
    languages: z.array(language).min(1, { error: 'is empty: expected at least one language' }).optional(),
    /** The language of the console, and how it writes numbers. */
    consoleLanguage: language.default('en'),
    /** The colour of a phone's own bars around the page. */
    themeColor: z.strictObject({ light: color, dark: color }).default({ light: '#ffffff', dark: '#171b22' }),
  },
  {
    error: (issue) => {
      if (issue.code === 'invalid_type') return 'is not an object like the one in the default skin'
      return issue.code === 'unrecognized_keys'
        ? `has ${issue.keys.join(', ')}: see docs/skin.md for the names`
        : undefined
    },
  },
)

/** The names and links of `brand.json`, with what stands in where it says nothing. */
export type Brand = Omit<z.output<typeof brandSchema>, '$schema' | 'operator' | 'languages'> & { operator: string }
