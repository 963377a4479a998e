'use client'

import { createContext, use, useMemo, type ReactNode } from 'react'
import type { TextsInBrowser } from '@/lib/messages/compiled'
import type { ConsoleTextKey, ConsoleTexts, TextKey, UserTexts } from '@/lib/messages/keys'
import { textsOf, type CompiledMessages } from '@/lib/messages/texts'

/*
 * Texts for components that run in the browser. They come with the page: `textsForBrowser()` and
 * `consoleTextsForBrowser()` pick those that its components need. Components of the server ask `requestTexts()` and
 * `consoleTexts()` themselves, and send a browser nothing but what is shown.
 */

interface TextsBelow {
  language: string
  /** What was given last comes first. */
  catalogs: readonly CompiledMessages[]
}

const TextsContext = createContext<TextsBelow>({ language: 'en', catalogs: [] })

/** Gives the components below their texts, beside those of the same language that they have already. */
export function TextsProvider({ language, messages, children }: TextsInBrowser & { children: ReactNode }) {
  const above = use(TextsContext)
  const texts = useMemo(
    () => ({ language, catalogs: above.language === language ? [messages, ...above.catalogs] : [messages] }),
    [above, language, messages],
  )
  return <TextsContext value={texts}>{children}</TextsContext>
}

/** The texts for users. */
export function useTexts(): UserTexts {
  const { language, catalogs } = use(TextsContext)
  return useMemo(() => textsOf<TextKey>(language, ...catalogs), [language, catalogs])
}

/** The texts of the console. */
export function useConsoleTexts(): ConsoleTexts {
  const { language, catalogs } = use(TextsContext)
  return useMemo(() => textsOf<ConsoleTextKey>(language, ...catalogs), [language, catalogs])
}

/** The language of these texts. */
export function useLanguage(): string {
  return use(TextsContext).language
}
