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

/** By the messages that they were picked from, and what was asked for. Every page picks the same ones for each request. */
const picked = new WeakMap<CompiledMessages, Map<string, CompiledMessages>>()

/** Those of the messages that a browser needs: by their keys, or by what these begin with. */
export function inBrowser(language: string, messages: CompiledMessages, selectors: readonly string[]): TextsInBrowser {
  const before = picked.get(messages) ?? new Map<string, CompiledMessages>()
  picked.set(messages, before)
  const key = selectors.join()
  const found = before.get(key) ?? pick(messages, selectors)
  before.set(key, found)
  return { language, messages: found }
}

function pick(messages: CompiledMessages, selectors: readonly string[]): CompiledMessages {
  const isWanted = (key: string) => selectors.some((selector) => key === selector || key.startsWith(`${selector}.`))
  return Object.fromEntries(Object.entries(messages).filter(([key]) => isWanted(key)))
}
