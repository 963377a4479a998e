'use client'

import { createContext, use, useMemo, type ReactNode } from 'react'
import type { ConsoleTextKey, ConsoleTexts, TextKey, UserTexts } from '@/lib/messages/keys'
import { textsOf, type CompiledMessages } from '@/lib/messages/texts'

/*
 * Texts for components that run in the browser. They come with the page: `textsForBrowser()` and
 * `consoleTextsForBrowser()` pick those that its components need. Components of the server ask `requestTexts()` and
 * `consoleTexts()` themselves, and send a browser nothing but what is shown.
 */

interface TextsInBrowser {
  language: string
  messages: CompiledMessages
}

const TextsContext = createContext<TextsInBrowser>({ language: 'en', messages: {} })

/** Gives the components below their texts, beside those of the same language that they have already. */
export function TextsProvider({ language, messages, children }: TextsInBrowser & { children: ReactNode }) {
  const above = use(TextsContext)
  const texts = useMemo(
    () => ({ language, messages: above.language === language ? { ...above.messages, ...messages } : messages }),
    [above, language, messages],
  )
  return <TextsContext value={texts}>{children}</TextsContext>
}

/** The texts for users. */
export function useTexts(): UserTexts {
  const { language, messages } = use(TextsContext)
  return useMemo(() => textsOf<TextKey>(language, messages), [language, messages])
}

/** The texts of the console. */
export function useConsoleTexts(): ConsoleTexts {
  const { language, messages } = use(TextsContext)
  return useMemo(() => textsOf<ConsoleTextKey>(language, messages), [language, messages])
}

/** The language of these texts. */
export function useLanguage(): string {
  return use(TextsContext).language
}
