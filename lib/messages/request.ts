import 'server-only'
import { headers } from 'next/headers'
import { cache } from 'react'
import { skin } from '@/lib/skin'
import { languageHeader } from './choose-language'
import { compiledOnce, inBrowser, type TextsInBrowser } from './compiled'
import type { TextSelector, TextKey, UserTexts } from './keys'
import { languages as shipped } from './languages'
import { textsOf, type CompiledMessages } from './texts'

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

/** The texts that a browser needs of a language, by their keys or what these begin with: for `TextsProvider`. */
export function textsForBrowser(language: string, ...selectors: readonly TextSelector<TextKey>[]): TextsInBrowser {
  return inBrowser(language, messagesIn(language), selectors)
}

/** All messages of a language: the skin's own, else the shipped ones, else English. */
function messagesIn(language: string): CompiledMessages {
  return compiledOnce('users', language, [shipped.get('en'), shipped.get(language), skin().messages.get(language)])
}
