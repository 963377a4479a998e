import { HTMLElement, parse, TextNode, type Node } from 'node-html-parser'

/* Reading the HTML that a server has sent, as a browser does that runs no scripts. It knows no styles. */

/** The elements of a page, without what is in its scripts, styles and templates. */
export function parseHtml(html: string): HTMLElement {
  // By default the parser takes what is in `noscript` for text. Where no script runs, its elements count.
  return parse(html, { blockTextElements: { script: false, style: false, template: false } })
}

/** How the text of an element is read. */
export interface Reading {
  /** Whether words go on where an element begins or ends: elsewhere there is a space. */
  isInline: (element: HTMLElement) => boolean
  isLeftOut: (element: HTMLElement) => boolean
}

const inlineElements = new Set(['A', 'B', 'BDI', 'Q', 'SPAN', 'STRONG', 'TIME'])

/** What an element says as a person reads it, that which styles may hide included. */
export const usualReading: Reading = {
  isInline: ({ tagName }) => inlineElements.has(tagName),
  isLeftOut: ({ tagName }) => tagName === 'NOSCRIPT',
}

/** What an element says; empty where there is none. */
export const textOf = (element: HTMLElement | null): string => readText(element, usualReading)

/** What an element says, read in this way; empty where there is none. */
export function readText(element: HTMLElement | null, reading: Reading): string {
  return element ? textOfNode(element, reading).replaceAll(/\s+/g, ' ').trim() : ''
}

function textOfNode(node: Node, reading: Reading): string {
  if (node instanceof TextNode) return node.text
  if (!(node instanceof HTMLElement) || reading.isLeftOut(node)) return ''
  const text = node.childNodes.map((child) => textOfNode(child, reading)).join('')
  return reading.isInline(node) ? text : ` ${text} `
}

/** A field of a form as it is posted. */
export type Field = [name: string, value: string]

/** What a form posts unless somebody changes it, hidden or not. */
export const fieldsOf = (form: HTMLElement): Field[] => form.querySelectorAll('input[name]').map(fieldOf)

/** What a browser without scripts posts beside what somebody enters; by some of it the app knows its server action. */
export const hiddenFieldsOf = (form: HTMLElement): Field[] =>
  form.querySelectorAll('input[type="hidden"][name]').map(fieldOf)

const fieldOf = (input: HTMLElement): Field => [input.getAttribute('name') ?? '', input.getAttribute('value') ?? '']

/** By what a form is found: a selector that it matches, or what a button in it says. */
export type FormMark = string | { button: string }

/** The form with the Connect button. */
export const connectForm: FormMark = 'form:has([name="wallet_address"])'

/** After how many seconds the connect page's script presses by itself; null where it waits for no time. */
export function waitSecondsIn(html: string): number | null {
  // In the data that React starts from.
  const [, seconds] = /\\"kind\\":\\"wait\\",\\"secondsLeft\\":(\d+)/.exec(html) ?? []
  return seconds === undefined ? null : Number(seconds)
}

/**
 * The first form in an element that has this mark.
 *
 * @throws Error where there is none.
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

/** The hidden fields of the first form of a page that has this mark. */
export const hiddenFields = (html: string, mark: FormMark): Record<string, string> =>
  Object.fromEntries(hiddenFieldsOf(formWith(parseHtml(html), mark)))
