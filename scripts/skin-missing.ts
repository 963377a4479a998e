import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Catalog } from '@/lib/messages/catalog'
import { canonicalTag } from '@/lib/messages/language'
import { languages as shipped } from '@/lib/messages/languages'
import { checkMessages, filledCatalog, missingTexts } from '@/lib/skin/check-messages'

/**
 * Writes the English texts that a skin lacks in a language into its file for that language, to be translated. Texts that
 * it has stay as they are.
 *
 * @returns what has been written, or why nothing has, for the operator.
 */
export function writeMissingTexts(folder: string, language: string): string {
  if (shipped.has(language)) return `Nothing is missing: ${language} is a language that the app has.`
  if (canonicalTag(language) !== language) return `${language} is not a language tag: expected one like nl or pt-BR.`
  const path = join('messages', `${language}.json`)
  const file = join(folder, path)
  const own = contentOf(file)
  if (own === undefined) return `${path} is no JSON: nothing has been written.`
  const { catalog, problems } = checkMessages(language, own)
  if (!catalog || problems.some(({ isFatal }) => isFatal))
    return `${path} has mistakes, see below: nothing has been written.`
  const missing = missingTexts(catalog)
  if (missing.length === 0) return `Nothing is missing: ${path} has all texts.`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(filledCatalog(own), null, 2)}\n`)
  return `${missing.length} texts in ${path} are in English now, to be translated. One that stays as it is counts as missing.`
}

/** What a file of texts has; nothing where it is not there, undefined where it is no JSON. */
function contentOf(file: string): Catalog | undefined {
  if (!existsSync(file)) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Catalog
  } catch {
    return undefined
  }
}
