import { resolve } from 'node:path'
import { consoleMessages, userMessages } from '@/lib/messages/catalog'
import type { ConsoleTextKey, TextKey } from '@/lib/messages/keys'
import { textsOf, type Texts } from '@/lib/messages/texts'
import { brandIn, type Brand } from '@/lib/skin/brand'
import { readSkin, type Skin } from '@/lib/skin/read-skin'

/** The folder of the default skin. */
export const defaultSkin = resolve(import.meta.dirname, '..', 'skin')

/** The skin of the apps under test: SKIN_DIR, or the default skin. */
const skinFolder = process.env['SKIN_DIR'] ?? defaultSkin

/**
 * Returns the names and texts that users see with a skin.
 *
 * @throws Error with all problems of the skin.
 */
export function textsOfSkin(folder: string): Pick<Skin, 'files' | 'schemes'> & {
  /** The brand in the skin's first language. */
  brand: Brand
  consoleBrand: Brand
  /** The skin's first language. */
  language: string
  textsIn: (language: string) => Texts<TextKey>
} {
  const { skin, problems } = readSkin(folder)
  if (!skin) throw new Error(problems.map(({ file, message }) => `${file} ${message}`).join('\n'))
  const textsIn = (language: string): Texts<TextKey> => {
    const text = textsOf<TextKey>(
      language,
      userMessages(language, brandIn(skin.brand, language), skin.messages).messages,
    )
    // As the tests read pages.
    return (...of) => text(...of).replaceAll('\u00a0', ' ')
  }
  const { files, schemes } = skin
  const [language] = skin.languages
  return {
    brand: brandIn(skin.brand, language),
    consoleBrand: brandIn(skin.brand, 'en'),
    language,
    textsIn,
    files,
    schemes,
  }
}

/**
 * The skin under test: its names, its names in the console, its first language, its texts by language, its files and
 * its colour schemes.
 */
export const { brand, consoleBrand, language, textsIn, files, schemes } = textsOfSkin(skinFolder)

/** Returns a text in the first language of the skin under test. */
export const t = textsIn(language)

/** Returns a text of the console under test. */
export const consoleT = textsOf<ConsoleTextKey>(
  'en',
  consoleMessages(consoleBrand),
  undefined,
  consoleBrand.consoleLocale,
)

/** Escapes a text for a regular expression. */
export const literally = (text: string) => text.replace(/[^\w ]/g, '\\$&')

/** Escapes a text as React does in HTML. */
export const inHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll("'", '&#x27;')
