'use client'

import { createContext, use, useMemo, type ReactNode } from 'react'
import type { ConsoleTexts } from '@/lib/messages/keys'
import { readMessages, textsOf, type Texts, type TextsInBrowser } from '@/lib/messages/texts'
import { userTextsOf, type UserTexts } from '@/lib/messages/user-texts'

/*
 * Texts for components in the browser. The page contains the groups that `textsForBrowser()` and
 * `consoleTextsForBrowser()` pick. Server components call `requestTexts()` and `consoleTexts()`.
 */

interface TextsBelow {
  language: string
  locale: string
  plain: Texts<string>
  inEnglish: ReadonlySet<string>
  users: UserTexts
}

const TextsContext = createContext<TextsBelow>(textsBelow('en', 'en', textsOf('en', {}), new Set()))

/** Must be in the same language as the texts above. */
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

export function useTexts(): UserTexts {
  return use(TextsContext).users
}

export function useConsoleTexts(): ConsoleTexts {
  return use(TextsContext).plain
}

export function useLanguage(): string {
  return use(TextsContext).language
}

/** A BCP 47 tag, for the format of numbers. */
export function useLocale(): string {
  return use(TextsContext).locale
}
