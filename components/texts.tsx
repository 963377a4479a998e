'use client'

import { createContext, use, useMemo, type ReactNode } from 'react'
import type { ConsoleTexts, UserTexts } from '@/lib/messages/keys'
import { textsOf, type Texts, type TextsInBrowser } from '@/lib/messages/texts'

/*
 * Texts for components that run in the browser. They come with the page: `textsForBrowser()` and
 * `consoleTextsForBrowser()` pick the groups that its components need. Components of the server ask `requestTexts()` and
 * `consoleTexts()` themselves, and send a browser nothing but what is shown.
 */

interface TextsBelow extends TextsInBrowser {
  t: Texts<string>
}

const TextsContext = createContext<TextsBelow>({ language: 'en', messages: {}, t: textsOf('en', {}) })

/** Gives the components below their texts, beside those of the same language that they have already. */
export function TextsProvider({ language, messages, children }: TextsInBrowser & { children: ReactNode }) {
  const above = use(TextsContext)
  const texts = useMemo(() => {
    const all = above.language === language ? { ...above.messages, ...messages } : messages
    return { language, messages: all, t: textsOf(language, all) }
  }, [above, language, messages])
  return <TextsContext value={texts}>{children}</TextsContext>
}

/** The texts for users. */
export function useTexts(): UserTexts {
  return use(TextsContext).t
}

/** The texts of the console. */
export function useConsoleTexts(): ConsoleTexts {
  return use(TextsContext).t
}

/** The language of these texts. */
export function useLanguage(): string {
  return use(TextsContext).language
}
