import { HTMLElement, parse, TextNode, type Node } from 'node-html-parser'

/* Reads HTML like a browser without scripts and styles. */

/** Parses a page, without the contents of its scripts, styles and templates. */
export function parseHtml(html: string): HTMLElement {
  // By default the parser treats the content of `noscript` as text. Without scripts, it consists of elements.
  return parse(html, { blockTextElements: { script: false, style: false, template: false } })
}

/** The rules to read the text of an element. */
export interface Reading {
  /** Whether a word can continue across the edges of an element. If not, the edges count as spaces. */
  isInline: (element: HTMLElement) => boolean
  isLeftOut: (element: HTMLElement) => boolean
}

const inlineElements = new Set(['A', 'B', 'BDI', 'Q', 'SPAN', 'STRONG', 'TIME'])

/** The rules to read the text that a person sees, including text that styles may hide. */
export const usualReading: Reading = {
  isInline: ({ tagName }) => inlineElements.has(tagName),
  isLeftOut: ({ tagName }) => tagName === 'NOSCRIPT',
}

/** Reads the text of an element; empty for null. */
export const textOf = (element: HTMLElement | null): string => readText(element, usualReading)

/** Reads the text of an element by these rules; empty for null. */
export function readText(element: HTMLElement | null, reading: Reading): string {
  return element ? textOfNode(element, reading).replaceAll(/\s+/g, ' ').trim() : ''
}

function textOfNode(node: Node, reading: Reading): string {
  if (node instanceof TextNode) return node.text
  if (!(node instanceof HTMLElement) || reading.isLeftOut(node)) return ''
  const text = node.childNodes.map((child) => textOfNode(child, reading)).join('')
  return reading.isInline(node) ? text : ` ${text} `
}

/** A posted field of a form. */
export type Field = [name: string, value: string]

/** Returns the fields, hidden or not, that a form posts if the user changes nothing. */
export const fieldsOf = (form: HTMLElement): Field[] => form.querySelectorAll('input[name]').map(fieldOf)

/** Returns the hidden fields that a browser without scripts posts. Some of them identify the server action. */
export const hiddenFieldsOf = (form: HTMLElement): Field[] =>
  form.querySelectorAll('input[type="hidden"][name]').map(fieldOf)

const fieldOf = (input: HTMLElement): Field => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']

/** Identifies a form by a selector that it matches, or by the text of a button in it. */
export type FormMark = string | { button: string }

/** The form with the Connect button. */
export const connectForm: FormMark = 'form:has([name="wallet_address"])'

/** Returns the seconds after which the connect page's script presses Connect; null if it does not wait. */
export function waitSecondsIn(html: string): number | null {
  // The number is in the data for React.
  const [, seconds] = /\\"kind\\":\\"wait\\",\\"secondsLeft\\":(\d+)/.exec(html) ?? []
  return seconds === undefined ? null : Number(seconds)
}

/**
 * Finds the first form in an element with this mark.
 *
 * @throws Error if there is none.
 */
export function formWith(element: HTMLElement, mark: FormMark): HTMLElement {
  const hasMark = (form: HTMLElement) =>
    typeof mark === 'string'
      ? form.matches(mark)
      : form.querySelectorAll('button').some((button) => textOf(button) === mark.button)
  const form = element.querySelectorAll('form').find(hasMark)
  const what = typeof mark === 'string' ? mark : `form with a button “${mark.button}”`
  if (!form) throw new Error(`The page has no ${what}.`)
  return form
}

/** Returns the hidden fields of the first form of a page with this mark. */
export const hiddenFields = (html: string, mark: FormMark): Record<string, string> =>
  Object.fromEntries(hiddenFieldsOf(formWith(parseHtml(html), mark)))
