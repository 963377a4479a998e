import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import * as en from './console/en'
import { directionOf, namesLanguage } from './language'
import { languages } from './languages'
import { hasRtlLetters, isolateEnd, isolateStart, type CompiledMessages } from './texts'

export interface Catalog {
  [name: string]: string | Catalog
}

/** By full key: `confirm.title`. */
export function flatten(catalog: Catalog, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(catalog).flatMap(([name, value]) =>
      typeof value === 'string' ? [[prefix + name, value] as const] : [...flatten(value, `${prefix}${name}.`)],
    ),
  )
}

/** The names in one language. */
export interface BrandNames {
  name: string
  service: string
  operator: string
  connectLabel: string
}

/** Every message may contain these. `{site}` is the brand's name. */
export const brandPlaceholders: ReadonlySet<string> = new Set(['site', 'service', 'operator', 'connectLabel'])

/**
 * Compiles the messages of a language and inserts the names, so that browsers do not need them. It isolates a
 * right-to-left name, which could change the order of the words around it. In a right-to-left language it isolates
 * every value. In other languages, `texts.ts` isolates right-to-left values.
 *
 * @param catalogs - if several have a text, the last one counts.
 * @throws Error if a message is invalid.
 */
export function compileCatalogs(
  language: string,
  catalogs: readonly (Catalog | undefined)[],
  { name: site, service, operator, connectLabel }: BrandNames,
): CompiledMessages {
  const texts = new Map(catalogs.flatMap((catalog) => (catalog ? [...flatten(catalog)] : [])))
  const names: Record<string, string> = { site, service, operator, connectLabel }
  const isRtl = directionOf(language) === 'rtl'
  const isolated = (value: CompiledNode): CompiledNode[] =>
    isRtl || (typeof value === 'string' && hasRtlLetters(value)) ? [isolateStart, value, isolateEnd] : [value]
  const filled = (node: CompiledNode): CompiledNode[] => {
    if (!Array.isArray(node)) return [node]
    const [name, type, options] = node
    if (type === undefined) return isolated(names[name] ?? node)
    if (typeof options !== 'object' || options === null) return [node]
    // Of a plural or a select. The style of a number or a date has no nodes.
    const branches = Object.entries(options).map(([branch, content]) => [
      branch,
      Array.isArray(content) ? content.flatMap(filled) : content,
    ])
    return [[name, type, Object.fromEntries(branches)] as CompiledNode]
  }
  const finished = (text: string) => joined([compile(text)].flat().flatMap(filled), language)
  return Object.fromEntries(Array.from(texts, ([key, text]) => [key, finished(text)]))
}

type CompiledNode = Exclude<CompiledMessage, string>[number]

/** Chinese and Japanese have no spaces, and a name may have such characters. */
const spaceBetweenHan =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]) (?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu

/** A plain text if no placeholder is left. */
function joined(nodes: CompiledNode[], language: string): CompiledMessage {
  const whole: CompiledNode[] = []
  for (const node of nodes) {
    const before = whole.at(-1)
    if (typeof node === 'string' && typeof before === 'string') whole[whole.length - 1] = before + node
    else whole.push(node)
  }
  const spaced = /^(?:ja|zh)\b/.test(language)
    ? whole.map((node) => (typeof node === 'string' ? node.replace(spaceBetweenHan, '') : node))
    : whole
  const [only = '', ...more] = spaced
  return typeof only === 'string' && more.length === 0 ? only : spaced
}

/** Null if the message is invalid or has tags. */
export function placeholdersOf(text: string): Set<string> | null {
  let elements: MessageFormatElement[]
  try {
    elements = parse(text)
  } catch {
    return null
  }
  const found = new Set<string>()
  let hasTags = false
  const visit = (element: MessageFormatElement): void => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return
    if (element.type === TYPE.tag) hasTags = true
    else found.add(element.value)
    if (element.type === TYPE.select || element.type === TYPE.plural) {
      for (const { value } of Object.values(element.options)) value.forEach(visit)
    }
  }
  elements.forEach(visit)
  return hasTags ? null : found
}

/** A short name stays in one line. A longer one may not fit into a line of a title on a narrow phone. */
const inOneLine = (name: string) => (name.length > 20 ? name : name.replaceAll(' ', '\u00a0'))

/**
 * @param language - a BCP 47 tag. English replaces a missing text. In `namesLanguage`, each text is its key.
 * @param skinTexts - the skin's own texts by language.
 * @returns also the keys that are missing in the language.
 */
export function userMessages(language: string, brand: BrandNames, skinTexts: ReadonlyMap<string, Catalog> = new Map()) {
  const textsIn = (tag: string) => [languages.get(tag), skinTexts.get(tag)]
  const catalogs = textsIn(language)
  const { name, service, operator, connectLabel } = brand
  const names = { name: inOneLine(name), service: inOneLine(service), operator: inOneLine(operator), connectLabel }
  const messages = compileCatalogs(language, [...textsIn('en'), ...catalogs], names)
  if (language === namesLanguage) {
    return {
      messages: Object.fromEntries(Object.keys(messages).map((key) => [key, key])),
      inEnglish: new Set<string>(),
    }
  }
  const translated = new Set(catalogs.flatMap((catalog) => (catalog ? [...flatten(catalog).keys()] : [])))
  return { messages, inEnglish: new Set(Object.keys(messages).filter((key) => !translated.has(key))) }
}

export const consoleMessages = (brand: BrandNames) => compileCatalogs('en', [en], brand)
