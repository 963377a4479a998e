import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { flatten, type Catalog } from '@/lib/messages/catalog'
import { canonicalTag } from '@/lib/messages/language'
import { languages as shipped } from '@/lib/messages/languages'
import { checkMessages, missingTexts } from '@/lib/skin/read-skin'

/** Adds the English texts that a skin lacks to its file for a language. Returns what was written, or why nothing was. */
export function writeMissingTexts(folder: string, language: string): string {
  if (shipped.has(language)) return `Nothing is missing: ${language} is a language that the app has.`
  if (canonicalTag(language) !== language) return `${language} is not a language tag: expected one like nl or pt-BR.`
  const path = join('messages', `${language}.json`)
  const file = join(folder, path)
  const own = contentOf(file)
  if (own === undefined) return `${path} is not valid JSON: nothing has been written.`
  // `skin:check` reports the mistakes of the English texts.
  const { catalog: english } = checkMessages('en', contentOf(join(folder, 'messages', 'en.json')) ?? {})
  const ownEnglish = english ?? undefined
  const { catalog, problems } = checkMessages(language, own, ownEnglish)
  if (!catalog || problems.some(({ isFatal }) => isFatal))
    return `${path} has mistakes, see below: nothing has been written.`
  const missing = missingTexts(catalog, ownEnglish)
  if (missing.length === 0) return `Nothing is missing: ${path} has all texts.`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(filledCatalog(own, ownEnglish), null, 2)}\n`)
  return `${missing.length} texts in ${path} are in English now. Translate them. An unchanged text is missing.`
}

/** Empty if the file is missing, undefined if it is not valid JSON. */
function contentOf(file: string): Catalog | undefined {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Catalog
  } catch {
    return undefined
  }
}

/** In the order of the English texts, with unknown ones at the end. */
function filledCatalog(catalog: Catalog, ownEnglish: Catalog = {}): Catalog {
  const missing = new Set(missingTexts(catalog, ownEnglish))
  const texts = new Map([...flatten(ownEnglish), ...[...flatten(catalog)].filter(([key]) => !missing.has(key))])
  const english = shipped.get('en') ?? {}
  const others = [...flatten(catalog)].filter(([key]) => !flatten(english).has(key))
  const filled = (catalog: Catalog, prefix: string): Catalog =>
    Object.fromEntries(
      Object.entries(catalog).map(([name, value]) => {
        const key = prefix + name
        return [name, typeof value === 'string' ? (texts.get(key) ?? value) : filled(value, `${key}.`)]
      }),
    )
  return { ...filled(english, ''), ...Object.fromEntries(others) }
}
