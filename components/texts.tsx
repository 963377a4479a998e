'use client'

import { createContext, use, useMemo, type ReactNode } from 'react'
import type { ConsoleTexts } from '@/lib/messages/keys'
import { readMessages, textsOf, type Texts, type TextsInBrowser } from '@/lib/messages/texts'
import { userTextsOf, type UserTexts } from '@/lib/messages/user-texts'

/*
 * Texts for components that run in the browser. The page contains them. `textsForBrowser()` and
 * `consoleTextsForBrowser()` pick the groups that its components need. Server components call `requestTexts()` and
 * `consoleTexts()` themselves, and only send the shown texts to the browser.
 */

interface TextsBelow {
  language: string
  locale: string
  plain: Texts<string>
  inEnglish: ReadonlySet<string>
  users: UserTexts
}

const TextsContext = createContext<TextsBelow>(textsBelow('en', 'en', textsOf('en', {}), new Set()))

/** Adds texts for the components below. They must be in the same language as the existing texts. */
export function TextsProvider({
  language,
  locale = language,
  messages,
  inEnglish,
  children,
}: TextsInBrowser & { children: ReactNode }) {
  const above = use(TextsContext)
  const texts = useMemo(() => {
    const others = above.language === language ? above : undefined
    const plain = textsOf(language, readMessages(messages), others?.plain, locale)
    return textsBelow(language, locale, plain, new Set([...(others?.inEnglish ?? []), ...(inEnglish ?? [])]))
  }, [above, language, locale, messages, inEnglish])
  return <TextsContext value={texts}>{children}</TextsContext>
}

function textsBelow(
  language: string,
  locale: string,
  plain: Texts<string>,
  inEnglish: ReadonlySet<string>,
): TextsBelow {
  return { language, locale, plain, inEnglish, users: userTextsOf(plain, inEnglish) }
}

/** Returns the texts for users. */
export function useTexts(): UserTexts {
  return use(TextsContext).users
}

/** Returns the texts of the console. */
export function useConsoleTexts(): ConsoleTexts {
  return use(TextsContext).plain
}

/** Returns the language of these texts. */
export function useLanguage(): string {
  return use(TextsContext).language
}

/** Returns the format of numbers in these texts, a BCP 47 tag. */
export function useLocale(): string {
  return use(TextsContext).locale
}
