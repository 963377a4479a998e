'use client'

import { createContext, use, useMemo, type ReactNode } from 'react'
import type { ConsoleTexts, UserTexts } from '@/lib/messages/keys'
import { readMessages, textsOf, type Texts, type TextsInBrowser } from '@/lib/messages/texts'

/*
 * Texts for components that run in the browser. They come with the page: `textsForBrowser()` and
 * `consoleTextsForBrowser()` pick the groups that its components need. Components of the server ask `requestTexts()` and
 * `consoleTexts()` themselves, and send a browser nothing but what is shown.
 */

interface TextsBelow {
  language: string
  t: Texts<string>
}

const TextsContext = createContext<TextsBelow>({ language: 'en', t: textsOf('en', {}) })

/** Gives the components below their texts, beside those of the same language that they have already. */
export function TextsProvider({ language, messages, children }: TextsInBrowser & { children: ReactNode }) {
  const above = use(TextsContext)
  const texts = useMemo(() => {
    const others = above.language === language ? above.t : undefined
    return { language, t: textsOf(language, readMessages(messages), others) }
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
