import 'server-only'
import { headers } from 'next/headers'
import { cache } from 'react'
import { perProcess } from '@/lib/per-process'
import { skin } from '@/lib/skin'
import { compileMessages, flatten } from './catalog'
import type { TextKey, UserTexts } from './connect-text-key'
import { languages as shipped } from './languages'
import { textsOf, type CompiledMessages } from './texts'

/** The header in which `proxy.ts` tells the pages the language of a request. */
export const languageHeader = 'x-language'

/** The language in which the current request is answered. */
export const requestLanguage = cache(async (): Promise<string> => {
  const asked = (await headers()).get(languageHeader)
  const { languages } = skin()
  return asked !== null && languages.includes(asked) ? asked : languages[0]
})

/** The texts for the current request. */
export async function requestTexts(): Promise<UserTexts> {
  return textsIn(await requestLanguage())
}

/** The texts of a language that the skin offers. */
export function textsIn(language: string): UserTexts {
  return textsOf<TextKey>(language, messagesIn(language))
}

/** A group of texts, or one text. */
type TextGroup = TextKey extends infer Key ? (Key extends `${infer Group}.${string}` ? Group : Key) : never

/** The messages that a browser needs, by the names of their groups: for `TextsProvider`. */
export async function messagesFor(...groups: readonly (TextGroup | TextKey)[]): Promise<{
  language: string
  messages: CompiledMessages
}> {
  const language = await requestLanguage()
  const isWanted = (key: string) => groups.some((group) => key === group || key.startsWith(`${group}.`))
  return {
    language,
    messages: Object.fromEntries(Object.entries(messagesIn(language)).filter(([key]) => isWanted(key))),
  }
}

/** All messages of a language: the skin's own, else the shipped ones, else English. */
function messagesIn(language: string): CompiledMessages {
  const compiled = perProcess('messages by language', () => new Map<string, CompiledMessages>())
  const known = compiled.get(language)
  if (known) return known
  const { messages, brand } = skin()
  const catalogs = [shipped.get('en'), shipped.get(language), messages.get(language)]
  const merged = new Map(catalogs.flatMap((catalog) => (catalog ? [...flatten(catalog)] : [])))
  const made = compileMessages(merged, { site: brand.name, service: brand.service, operator: brand.operator })
  compiled.set(language, made)
  return made
}
