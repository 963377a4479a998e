import { compileMessages, flatten } from '@/lib/messages/catalog'
import type { TextKey } from '@/lib/messages/keys'
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

const catalogs = [languages.get('en'), languages.get(language), skin.messages.get(language)]

/** A text as users under test see it. */
export const t = textsOf<TextKey>(
  language,
  compileMessages(new Map(catalogs.flatMap((catalog) => (catalog ? [...flatten(catalog)] : []))), {
    site: brand.name,
    service: brand.service,
    operator: brand.operator,
  }),
)
