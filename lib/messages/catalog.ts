import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import compile from 'icu-minify/compile'
import type { CompiledMessage } from 'icu-minify/format'
import { directionOf } from './language'
import type { CompiledMessages } from './texts'

/** A catalog as its file has it: texts, or groups of them. */
export interface Catalog {
  [name: string]: string | Catalog
}

/** The messages of a catalog by their whole key: `confirm.title`. */
export function flatten(catalog: Catalog, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(catalog).flatMap(([name, value]) =>
      typeof value === 'string' ? [[prefix + name, value] as const] : [...flatten(value, `${prefix}${name}.`)],
    ),
  )
}

/** What is put into messages when they are compiled. */
interface Filling {
  names: Record<string, string>
  /** What stands around everything that is put in, now or later. */
  around: readonly [string, string] | null
}

/** Unicode's FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: what the element `bdi` does, as characters. */
const isolates = ['\u2068', '\u2069'] as const

/**
 * Compiles ICU messages.
 *
 * @param names - what stands in every message for a placeholder, such as the operator's name: it is the same for
 * everybody, so no browser has to be told it.
 * @param direction - how the language is written. From right to left, whatever is put in is isolated, so that a name in
 * Latin letters does not change the order of the words around it: in titles and attributes too.
 * @throws Error where a message is no ICU message. Those of a skin are checked before.
 */
export function compileMessages(
  messages: ReadonlyMap<string, string>,
  names: Record<string, string>,
  direction: 'ltr' | 'rtl' = 'ltr',
): CompiledMessages {
  const filling = { names, around: direction === 'rtl' ? isolates : null }
  return Object.fromEntries(Array.from(messages, ([key, text]) => [key, filled(compile(text), filling)]))
}

/**
 * Compiles the messages of a language.
 *
 * @param language - a BCP 47 tag.
 * @param catalogs - the later one has the last word on a text.
 * @param brand - the names that stand in the messages.
 * @throws Error where a message is no ICU message.
 */
export function compileCatalogs(
  language: string,
  catalogs: readonly (Catalog | undefined)[],
  brand: { name: string; service: string; operator: string },
): CompiledMessages {
  const messages = new Map(catalogs.flatMap((catalog) => (catalog ? [...flatten(catalog)] : [])))
  const { name: site, service, operator } = brand
  return compileMessages(messages, { site, service, operator }, directionOf(language))
}

function filled(message: CompiledMessage, filling: Filling): CompiledMessage {
  if (typeof message === 'string') return message
  const nodes = message.flatMap((node) => filledNode(node, filling))
  return nodes.every((node) => typeof node === 'string') ? nodes.join('') : nodes
}

type CompiledNode = Exclude<CompiledMessage, string>[number]

function filledNode(node: CompiledNode, filling: Filling): CompiledNode[] {
  if (!Array.isArray(node)) return [node]
  const [name, type, options] = node
  if (type === undefined) {
    const value = filling.names[name] ?? node
    return filling.around ? [filling.around[0], value, filling.around[1]] : [value]
  }
  if (typeof options !== 'object' || options === null) return [node]
  // The branches of a plural or a select. A number's or a date's style has no nodes, and stays.
  const branches = Object.entries(options).map(([branch, content]) => [
    branch,
    Array.isArray(content) ? content.flatMap((inner: CompiledNode) => filledNode(inner, filling)) : content,
  ])
  return [[name, type, Object.fromEntries(branches)] as CompiledNode]
}

/** The names of a message's placeholders; null if it is no ICU message, or has tags, which nothing is put in for. */
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
