import { compileCatalogs, type BrandNames, type Catalog } from './catalog'
import { consoleLanguages } from './console/index'
import { languages } from './languages'
import type { CompiledMessages } from './texts'

/**
 * The messages for users, with the names of the brand in them.
 *
 * @param language - a BCP 47 tag. A text that it lacks is the English one.
 * @param own - the skin's own texts in this language.
 */
export function userMessages(language: string, brand: BrandNames, own?: Catalog): CompiledMessages {
  return compileCatalogs(language, [languages.get('en'), languages.get(language), own], brand)
}

/** The messages of the console, as those for users. */
export function consoleMessages(language: string, brand: BrandNames): CompiledMessages {
  return compileCatalogs(language, [consoleLanguages.get('en'), consoleLanguages.get(language)], brand)
}
