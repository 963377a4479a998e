import { compileCatalogs, flatten, type BrandNames, type Catalog } from './catalog'
import { en } from './console/en'
import { namesLanguage } from './language'
import { languages } from './languages'
import type { CompiledMessages } from './texts'

/**
 * Compiles the messages for users, with the names of the brand.
 *
 * @param language - a BCP 47 tag. The English text replaces a missing one. In `namesLanguage`, each text is its key.
 * @param skinTexts - the skin's own texts by language.
 * @returns the messages, and the keys that are missing in the language.
 */
export function userMessages(
  language: string,
  brand: BrandNames,
  skinTexts: ReadonlyMap<string, Catalog> = new Map(),
): { messages: CompiledMessages; inEnglish: ReadonlySet<string> } {
  const textsIn = (tag: string) => [languages.get(tag), skinTexts.get(tag)]
  const catalogs = textsIn(language)
  const messages = compileCatalogs(language, [...textsIn('en'), ...catalogs], brand)
  if (language === namesLanguage) {
    return { messages: Object.fromEntries(Object.keys(messages).map((key) => [key, key])), inEnglish: new Set() }
  }
  const translated = new Set(catalogs.flatMap((catalog) => (catalog ? [...flatten(catalog).keys()] : [])))
  return { messages, inEnglish: new Set(Object.keys(messages).filter((key) => !translated.has(key))) }
}

/** Compiles the messages of the console, which are in English. */
export function consoleMessages(brand: BrandNames): CompiledMessages {
  return compileCatalogs('en', [en], brand)
}
