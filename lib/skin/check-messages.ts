import { z } from 'zod'
import { brandPlaceholders, flatten, placeholdersOf, type Catalog } from '@/lib/messages/catalog'
import { canonicalTag } from '@/lib/messages/language'
import { languages as shipped } from '@/lib/messages/languages'

const catalogSchema: z.ZodType<Catalog> = z.lazy(() => z.record(z.string(), z.union([z.string(), catalogSchema])))

interface MessageProblem {
  message: string
  isFatal: boolean
}

/**
 * Checks the texts that a skin has for one language. A text that is not there is the shipped one; in a language that is
 * not shipped it is the English one, which is named and no reason not to start.
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
  const own = flatten(parsed.data)
  for (const [key, text] of own) {
    const base = english.get(key)
    if (base === undefined) {
      problems.push({
        message: `${key} is no text of this version: lib/messages/languages/en.json has their names`,
        isFatal: true,
      })
      continue
    }
    const placeholders = placeholdersOf(text)
    if (placeholders === null) {
      problems.push({ message: `${key} is no ICU message: check its braces`, isFatal: true })
      continue
    }
    const allowed = placeholdersOf(base) ?? new Set()
    const unknown = [...placeholders].filter((name) => !allowed.has(name) && !brandPlaceholders.has(name))
    if (unknown.length > 0) {
      problems.push({ message: `${key} has {${unknown.join('}, {')}}, which nothing is put in for`, isFatal: true })
    }
  }
  if (!shipped.has(language)) {
    const missing = [...english.keys()].filter((key) => !own.has(key))
    if (missing.length > 0) {
      problems.push({
        message: `leaves ${missing.length} texts in English: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}`,
        isFatal: false,
      })
    }
  }
  return { catalog: parsed.data, problems }
}
