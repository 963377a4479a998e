import { createElement, type ReactNode } from 'react'
import type { TextKey } from './keys'
import type { Texts, TextValues } from './texts'

/**
 * The texts that users see. A text that their language lacks is the English one, in an element with that language: a
 * screen reader then reads it as English, and a browser puts it into capitals as English does.
 */
export interface UserTexts {
  (key: TextKey, values?: TextValues): ReactNode
  /** The text alone, for attributes and titles. */
  plain: Texts<TextKey>
}

/** @param inEnglish - the keys of the texts that the language lacks. */
export function userTextsOf(plain: Texts<TextKey>, inEnglish: ReadonlySet<string>): UserTexts {
  const text = (key: TextKey, values?: TextValues) =>
    inEnglish.has(key) ? createElement('span', { lang: 'en', dir: 'ltr' }, plain(key, values)) : plain(key, values)
  return Object.assign(text, { plain })
}
