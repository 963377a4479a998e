import { z } from 'zod'
import { brandPlaceholders, flatten, placeholdersOf, type Catalog } from '@/lib/messages/catalog'
import { canonicalTag } from '@/lib/messages/language'
import { languages as shipped } from '@/lib/messages/languages'
import { nearest } from './nearest'

const catalogSchema: z.ZodType<Catalog> = z.lazy(() => z.record(z.string(), z.union([z.string(), catalogSchema])))

/** How many texts of another version are named each. */
const maxNamed = 5

interface MessageProblem {
  message: string
  isFatal: boolean
}

/**
 * Checks the texts that a skin has for one language. A text that is not there is the shipped one; in a language that is
 * not shipped it is the English one, which is named and no reason not to start.
 *
 * @returns `catalog`: the texts, without those that are not of this version, or that are still English in a language
 *   that is not shipped.
 */
export function checkMessages(
  language: string,
  content: unknown,
): { catalog: Catalog | null; problems: MessageProblem[] } {
  const english = flatten(shipped.get('en') ?? {})
  const parsed = catalogSchema.safeParse(content)
  if (!parsed.success) {
    return {
      catalog: null,
      problems: [{ message: 'has something other than texts and groups of texts', isFatal: true }],
    }
  }
  if (canonicalTag(language) !== language) {
    return { catalog: null, problems: [{ message: 'is not named by a language, like de.json', isFatal: true }] }
  }
  const problems: MessageProblem[] = []
  const all = [...flatten(parsed.data)]
  const unknown = all.flatMap(([key]) => (english.has(key) ? [] : [key]))
  // An upgrade must not stop the app because a text of it is gone.
  problems.push(...unknownTexts(unknown, [...english.keys()]).map((message) => ({ message, isFatal: false })))
  const own = new Map(all.filter(([key]) => !unknown.includes(key)))
  for (const [key, text] of own) {
    const placeholders = placeholdersOf(text)
    if (placeholders === null) {
      const [, tag] = /<\/?([a-z][\w-]*)/i.exec(text) ?? []
      const reason = tag === undefined ? 'is no ICU message: check its braces' : `has <${tag}>: no tags`
      problems.push({ message: `${key} ${reason}`, isFatal: true })
      continue
    }
    if (text.trim() === '') {
      problems.push({ message: `${key} is empty: leave it out for the shipped text`, isFatal: false })
    }
    const allowed = placeholdersOf(english.get(key) ?? '') ?? new Set()
    const unfilled = [...placeholders].filter((name) => !allowed.has(name) && !brandPlaceholders.has(name))
    if (unfilled.length > 0) {
      problems.push({ message: `${key} has {${unfilled.join('}, {')}}, which nothing is put in for`, isFatal: true })
    }
  }
  if (shipped.has(language)) return { catalog: Object.fromEntries(own), problems }
  const missing = missingTexts(parsed.data)
  if (missing.length > 0) {
    problems.push({
      message: `leaves ${missing.length} texts in English: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}`,
      isFatal: false,
    })
  }
  const translated = [...own].filter(([key]) => !missing.includes(key))
  return { catalog: Object.fromEntries(translated), problems }
}

function unknownTexts(keys: readonly string[], known: readonly string[]): string[] {
  const named = keys.slice(0, maxNamed).map((key) => {
    const meant = nearest(key, known)
    return `${key} is no text of this version${meant === undefined ? '' : `: did you mean ${meant}?`}`
  })
  const more = keys.length - named.length
  return more > 0 ? [...named, `has ${more} more texts that are not of this version`] : named
}

/** The keys of the English texts that a catalog has not, or has as they are in English. */
export function missingTexts(catalog: Catalog): string[] {
  const own = flatten(catalog)
  return Array.from(flatten(shipped.get('en') ?? {})).flatMap(([key, text]) =>
    (own.get(key) ?? text) === text ? [key] : [],
  )
}

/** A catalog with the English texts that it lacks, in their order. What is no text of this version is at its end. */
export function filledCatalog(own: Catalog): Catalog {
  const texts = flatten(own)
  const english = shipped.get('en') ?? {}
  const others = [...texts].filter(([key]) => !flatten(english).has(key))
  const filled = (catalog: Catalog, prefix: string): Catalog =>
    Object.fromEntries(
      Object.entries(catalog).map(([name, value]) => {
        const key = prefix + name
        return [name, typeof value === 'string' ? (texts.get(key) ?? value) : filled(value, `${key}.`)]
      }),
    )
  return { ...filled(english, ''), ...Object.fromEntries(others) }
}
