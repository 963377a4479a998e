import { z } from 'zod'
import { brandPlaceholders, flatten, placeholdersOf, type Catalog } from '@/lib/messages/catalog'
import { canonicalTag } from '@/lib/messages/language'
import { languages as shipped } from '@/lib/messages/languages'

const catalogSchema: z.ZodType<Catalog> = z.lazy(() => z.record(z.string(), z.union([z.string(), catalogSchema])))

/** The max number of unknown texts with a separate problem. One more problem counts the others. */
const maxNamed = 5

interface MessageProblem {
  message: string
  isFatal: boolean
}

/**
 * Checks a skin's texts for one language. The shipped text replaces a missing one. In a language that is not shipped,
 * the English text replaces it, and a problem that is not fatal reports this.
 *
 * @param ownEnglish - the skin's own English texts.
 * @returns `catalog`: the texts without unknown ones, and without untranslated ones in a language that is not shipped.
 *   Null if the content or the language tag is invalid.
 */
export function checkMessages(
  language: string,
  content: unknown,
  ownEnglish?: Catalog,
): { catalog: Catalog | null; problems: MessageProblem[] } {
  const english = flatten(shipped.get('en') ?? {})
  const parsed = catalogSchema.safeParse(content)
  const refused = (message: string) => ({ catalog: null, problems: [{ message, isFatal: true }] })
  if (!parsed.success) return refused('has something other than texts and groups of texts')
  if (canonicalTag(language) !== language) return refused('is not named by a language, like de.json')
  const problems: MessageProblem[] = []
  const all = [...flatten(parsed.data)]
  const unknown = all.flatMap(([key]) => (english.has(key) ? [] : [key]))
  // A removed text must not stop the app after an upgrade.
  problems.push(...unknownTexts(unknown).map((message) => ({ message, isFatal: false })))
  const knownTexts = new Map(all.filter(([key]) => !unknown.includes(key)))
  for (const [key, text] of knownTexts) {
    const placeholders = placeholdersOf(text)
    if (placeholders === null) {
      const [, tag] = /<\/?([a-z][\w-]*)/i.exec(text) ?? []
      const reason = tag === undefined ? 'is not a valid ICU message: check its braces' : `has <${tag}>: no tags`
      problems.push({ message: `${key} ${reason}`, isFatal: true })
      continue
    }
    if (text.trim() === '') {
      problems.push({ message: `${key} is empty: leave it out for the shipped text`, isFatal: false })
    }
    const allowed = placeholdersOf(english.get(key) ?? '') ?? new Set()
    const unfilled = [...placeholders].filter((name) => !allowed.has(name) && !brandPlaceholders.has(name))
    if (unfilled.length > 0) {
      problems.push({ message: `${key} has unknown placeholders: {${unfilled.join('}, {')}}`, isFatal: true })
    }
    const leftOut = [...allowed].filter((name) => !placeholders.has(name) && !brandPlaceholders.has(name))
    if (leftOut.length > 0) {
      problems.push({
        message: `${key} leaves out {${leftOut.join('}, {')}}, which the English text has`,
        isFatal: false,
      })
    }
  }
  if (shipped.has(language)) return { catalog: Object.fromEntries(knownTexts), problems }
  const missing = missingTexts(parsed.data, ownEnglish)
  if (missing.length > 0) {
    problems.push({
      message: `leaves ${missing.length} texts in English: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}`,
      isFatal: false,
    })
  }
  const translated = [...knownTexts].filter(([key]) => !missing.includes(key))
  return { catalog: Object.fromEntries(translated), problems }
}

function unknownTexts(keys: readonly string[]): string[] {
  const named = keys.slice(0, maxNamed).map((key) => `${key} is not a text of this version`)
  const more = keys.length - named.length
  return more > 0 ? [...named, `has ${more} more texts that are not of this version`] : named
}

/** Lists the keys of the English texts that are missing in a catalog, or unchanged from English. */
export function missingTexts(catalog: Catalog, ownEnglish: Catalog = {}): string[] {
  const texts = flatten(catalog)
  const own = flatten(ownEnglish)
  return Array.from(flatten(shipped.get('en') ?? {})).flatMap(([key, text]) =>
    [undefined, text, own.get(key)].includes(texts.get(key)) ? [key] : [],
  )
}
