import { brandPlaceholders as names, flatten, placeholdersOf, type Catalog } from '@/lib/messages/catalog'

/**
 * What is wrong with a language beside English, which has all texts: keys that are missing or too many, and
 * placeholders that are others than in the English text. The names of the brand may be in any text.
 */
export function languageProblems(english: Catalog, other: Catalog): string[] {
  const own = flatten(other)
  const all = flatten(english)
  const missing = [...all.keys()].filter((key) => !own.has(key)).map((key) => `${key} is missing`)
  const unknown = [...own.keys()].filter((key) => !all.has(key)).map((key) => `${key} is no English text`)
  const different = [...own].flatMap(([key, text]) => {
    const base = all.get(key)
    if (base === undefined) return []
    const placeholders = placeholdersOf(text)
    if (placeholders === null) return [`${key} is no ICU message`]
    return samePlaceholders(placeholders, placeholdersOf(base) ?? new Set())
      ? []
      : [`${key} has other placeholders than the English text: ${listOf(placeholders)}`]
  })
  return [...missing, ...unknown, ...different]
}

function samePlaceholders(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  return [...new Set([...some, ...others])].every((name) => names.has(name) || (some.has(name) && others.has(name)))
}

const listOf = (placeholders: ReadonlySet<string>) => [...placeholders].map((name) => `{${name}}`).join(', ') || 'none'

/**
 * The keys that no source names: neither as a text of its own, nor by a template like `refused.title.${reason}`.
 *
 * @param sources - what may name them.
 */
export function unusedKeys(keys: Iterable<string>, sources: readonly string[]): string[] {
  const named = new Set<string>()
  const templates: RegExp[] = []
  for (const source of sources) {
    for (const [, text = ''] of source.matchAll(/['"]([\w.]+)['"]/g)) named.add(text)
    for (const [, template = ''] of source.matchAll(/`([\w.]*\$\{[^`]*)`/g)) {
      const parts = template.split(/\$\{[^}]*\}/)
      // Nothing but values could be any key. A value may have dots: `wallet.connected`.
      if (parts.join('').includes('.')) templates.push(new RegExp(`^${parts.map(escaped).join('[\\w.]+')}$`))
    }
  }
  return [...keys].filter((key) => !named.has(key) && !templates.some((template) => template.test(key)))
}

const escaped = (text: string) => text.replace(/[^\w]/g, '\\$&')
