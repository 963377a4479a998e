import type { en as consoleCatalog } from './console/en'
import type users from './languages/en.json'
import type { KeysOf, Texts } from './texts'

/** The keys of the texts that users see. English has them all; the other languages have the same. */
export type TextKey = KeysOf<typeof users>

/** The texts that users see, in the language of whoever looks at them. */
export type UserTexts = Texts<TextKey>

/** The keys of the texts of the console, which begin with the name of a page, `layout` or `shared`. */
export type ConsoleTextKey = KeysOf<typeof consoleCatalog>

/** The texts of the console, in the operator's language. */
export type ConsoleTexts = Texts<ConsoleTextKey>

/** A key, or the names that keys begin with: `wallet.problem` for all texts about what goes wrong with a wallet. */
export type TextSelector<Key extends string> = Key | GroupOf<Key>

type GroupOf<Key extends string> = Key extends `${infer Name}.${infer Rest}` ? Name | `${Name}.${GroupOf<Rest>}` : never
