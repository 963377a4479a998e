import 'server-only'
import { headers } from 'next/headers'
import { cache } from 'react'
import { formatsOf, type Formats } from '@/lib/format'
import { languageHeader } from '@/lib/request/choose-language'
import { consoleMessages, userMessages } from '@/lib/messages/catalog'
import type { ConsoleTextGroup, ConsoleTextKey, ConsoleTexts, TextGroup, TextKey } from '@/lib/messages/keys'
import { textsOf, type TextsInBrowser } from '@/lib/messages/texts'
import { userTextsOf, type UserTexts } from '@/lib/messages/user-texts'
import { processSingleton } from '@/lib/process-singleton'
import { brand, previewLanguages, skin } from '.'
import type { Brand } from './brand'

/* The texts of `lib/messages` with the names and texts of the skin. */

/** One of the skin's, or `namesLanguage` in the preview. */
export const requestLanguage = cache(async (): Promise<string> => {
  const asked = (await headers()).get(languageHeader)
  return asked !== null && previewLanguages().includes(asked) ? asked : skin().languages[0]
})

export async function requestBrand(): Promise<Brand> {
  return brand(await requestLanguage())
}

export const requestTexts = async (): Promise<UserTexts> => textsIn(await requestLanguage())

export function textsIn(language: string): UserTexts {
  const { messages, inEnglish } = messagesIn('users', language)
  return userTextsOf(textsOf<TextKey>(language, messages), inEnglish)
}

/** For `TextsProvider`. */
export function textsForBrowser(language: string, ...groups: readonly (TextGroup | TextKey)[]): TextsInBrowser {
  return inBrowser('users', language, groups)
}

export const consoleLanguage = 'en'

export function consoleTexts(): ConsoleTexts {
  const { messages } = messagesIn('console', consoleLanguage)
  return textsOf<ConsoleTextKey>(consoleLanguage, messages, undefined, consoleLocale())
}

export function consoleTextsForBrowser(...groups: readonly ConsoleTextGroup[]): TextsInBrowser {
  return { ...inBrowser('console', consoleLanguage, groups), locale: consoleLocale() }
}

export const consoleFormats = (): Formats => formatsOf(consoleLocale())

const consoleLocale = () => brand(consoleLanguage).consoleLocale

type Audience = 'users' | 'console'

function messagesIn(audience: Audience, language: string): ReturnType<typeof userMessages> {
  return processSingleton(`messages for ${audience}, ${language}`, () =>
    audience === 'users'
      ? userMessages(language, brand(language), skin().messages)
      : { messages: consoleMessages(brand(language)), inEnglish: new Set() },
  )
}

// Cached, because every request for a page needs the same texts.
function inBrowser(audience: Audience, language: string, groups: readonly string[]): TextsInBrowser {
  return processSingleton(`messages for ${audience}, ${language}, in browsers: ${groups.join()}`, () => {
    const isWanted = (key: string) => groups.some((group) => key === group || key.startsWith(`${group}.`))
    const { messages, inEnglish } = messagesIn(audience, language)
    const wanted = Object.entries(messages).filter(([key]) => isWanted(key))
    const english = [...inEnglish].filter(isWanted)
    return {
      language,
      messages: JSON.stringify(Object.fromEntries(wanted)),
      ...(english.length > 0 && { inEnglish: english }),
    }
  })
}
