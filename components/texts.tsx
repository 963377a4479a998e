'use client'

import { createContext, use, useMemo, type ReactNode } from 'react'
import type { TextKey, UserTexts } from '@/lib/messages/connect-text-key'
import { textsOf, type CompiledMessages } from '@/lib/messages/texts'

interface TextsInBrowser {
  language: string
  messages: CompiledMessages
}

const TextsContext = createContext<TextsInBrowser>({ language: 'en', messages: {} })

/** Gives the components below the texts that they need in the browser: those of `messagesFor()`. */
export function TextsProvider({ language, messages, children }: TextsInBrowser & { children: ReactNode }) {
  return <TextsContext value={useMemo(() => ({ language, messages }), [language, messages])}>{children}</TextsContext>
}

/** The texts, for a component of the browser. Components of the server have `requestTexts()`. */
export function useTexts(): UserTexts {
  const { language, messages } = use(TextsContext)
  return useMemo(() => textsOf<TextKey>(language, messages), [language, messages])
}
