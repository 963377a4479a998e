import 'server-only'
import { perProcess } from '@/lib/per-process'
import { brand } from '@/lib/skin'
import { compileCatalogs, type Catalog } from './catalog'
import type { CompiledMessages } from './texts'

/**
 * Messages with the names of the brand in them, compiled once in a process.
 *
 * @param audience - who reads them: with the language, another one for each list of catalogs.
 * @param language - a BCP 47 tag.
 * @param catalogs - the later one has the last word on a text.
 */
export function compiledOnce(
  audience: 'users' | 'console',
  language: string,
  catalogs: readonly (Catalog | undefined)[],
): CompiledMessages {
  const compiled = perProcess('compiled messages', () => new Map<string, CompiledMessages>())
  const key = `${audience} ${language}`
  const before = compiled.get(key)
  if (before) return before
  const made = compileCatalogs(language, catalogs, brand())
  compiled.set(key, made)
  return made
}

/** Texts as a browser gets them: compiled, in one language. */
export interface TextsInBrowser {
  language: string
  messages: CompiledMessages
}

/** By the messages that they were picked from, and the groups. Every page picks the same ones for each request. */
const picked = new WeakMap<CompiledMessages, Map<string, CompiledMessages>>()

/** Those of the messages whose keys begin with one of the groups: what a browser needs. */
export function inBrowser(language: string, messages: CompiledMessages, groups: readonly string[]): TextsInBrowser {
  const before = picked.get(messages) ?? new Map<string, CompiledMessages>()
  picked.set(messages, before)
  const key = groups.join()
  const found = before.get(key) ?? pick(messages, groups)
  before.set(key, found)
  return { language, messages: found }
}

function pick(messages: CompiledMessages, groups: readonly string[]): CompiledMessages {
  const isWanted = (key: string) => groups.some((group) => key.startsWith(`${group}.`))
  return Object.fromEntries(Object.entries(messages).filter(([key]) => isWanted(key)))
}
