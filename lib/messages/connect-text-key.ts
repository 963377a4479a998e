import type { KeysOf, Texts } from './texts'

/** The keys of the texts that users see. English has them all; the other languages have the same. */
export type TextKey = KeysOf<typeof import('./languages/en.json')>

/** The texts that users see, in the language of whoever looks at them. */
export type UserTexts = Texts<TextKey>
