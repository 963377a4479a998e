import type * as consoleCatalog from './console/en'
import type users from './languages/en.json'
import type { Texts } from './texts'

/** All languages have the same keys. */
export type TextKey = KeysOf<typeof users>

export type ConsoleTextKey = KeysOf<typeof consoleCatalog>

export type ConsoleTexts = Texts<ConsoleTextKey>

/** `wallet` has all keys that begin with `wallet.`. */
export type TextGroup = GroupsOf<typeof users>
export type ConsoleTextGroup = GroupsOf<typeof consoleCatalog>

/** `confirm.title` for `{ confirm: { title: '…' } }`. */
type KeysOf<Catalog, Prefix extends string = ''> = {
  [Name in keyof Catalog & string]: Catalog[Name] extends string
    ? `${Prefix}${Name}`
    : KeysOf<Catalog[Name], `${Prefix}${Name}.`>
}[keyof Catalog & string]

/** `confirm` and `confirm.failed` for `{ confirm: { failed: { title: '…' } } }`. */
type GroupsOf<Catalog, Prefix extends string = ''> = {
  [Name in keyof Catalog & string]: Catalog[Name] extends string
    ? never
    : `${Prefix}${Name}` | GroupsOf<Catalog[Name], `${Prefix}${Name}.`>
}[keyof Catalog & string]
