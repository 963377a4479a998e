import { createElement, type ReactNode } from 'react'
import type { TextKey } from './keys'
import type { Texts, TextValues } from './texts'

/**
 * English replaces a missing text, in an element with `lang="en"`: screen readers and browsers need the language to
 * pronounce and capitalize it.
 */
export interface UserTexts {
  (key: TextKey, values?: TextValues): ReactNode
  /** For attributes and titles. */
  plain: Texts<TextKey>
}

/** @param inEnglish - the keys that are missing in the language. */
export function userTextsOf(plain: Texts<TextKey>, inEnglish: ReadonlySet<string>): UserTexts {
  const text = (key: TextKey, values?: TextValues) =>
    inEnglish.has(key) ? createElement('span', { lang: 'en', dir: 'ltr' }, plain(key, values)) : plain(key, values)
  return Object.assign(text, { plain })
}
