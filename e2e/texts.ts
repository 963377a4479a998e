import { compileMessages, flatten, type Catalog } from '@/lib/messages/catalog'
import { directionOf } from '@/lib/messages/choose-language'
import { consoleLanguages } from '@/lib/messages/console/index'
import type { ConsoleTextKey, TextKey, UserTexts } from '@/lib/messages/keys'
import { languages } from '@/lib/messages/languages'
import { textsOf } from '@/lib/messages/texts'
import { readSkin } from '@/lib/skin/read-skin'

/** The skin of the apps under test: the default one, or another one that all of them are given. */
export const skinFolder = process.env['SKIN_DIR'] ?? 'skin'

const { skin, problems } = readSkin(skinFolder)
if (!skin) throw new Error(problems.map(({ file, message }) => `${file} ${message}`).join('\n'))

/** The names that the pages under test show. */
export const { brand } = skin

/** The language that a browser gets which asks for none of the skin's. */
export const [language] = skin.languages

/** The texts as users under test see them, in a language of the skin. */
export function textsIn(language: string): UserTexts {
  return textsOf<TextKey>(
    language,
    compiled(language, [languages.get('en'), languages.get(language), skin?.messages.get(language)]),
  )
}

/** A text as users under test see it. */
export const t = textsIn(language)

/** A text of the console under test. */
export const consoleT = textsOf<ConsoleTextKey>(
  brand.consoleLanguage,
  compiled(brand.consoleLanguage, [consoleLanguages.get('en'), consoleLanguages.get(brand.consoleLanguage)]),
)

function compiled(language: string, catalogs: readonly (Catalog | undefined)[]) {
  const merged = new Map(catalogs.flatMap((catalog) => (catalog ? [...flatten(catalog)] : [])))
  const names = { site: brand.name, service: brand.service, operator: brand.operator }
  return compileMessages(merged, names, directionOf(language))
}
