import type { HTMLElement } from 'node-html-parser'
import type { App } from './harness/app'
import { fieldsOf, formWith, parseHtml, readText, usualReading, type Reading } from './harness/html'
import { operatorName } from './harness/people'
import { visitorAs } from './sessions'

/** A page as the server sends it, after the whole response has arrived. */
export interface ReceivedPage {
  status: number
  /** The text of `main`. */
  text: string
  /** The texts of the alerts in `main`. */
  alerts: string[]
  /** The texts of the cells of all table bodies, row by row, without the headings of groups. */
  cells: string[][]
  /** The text of each of these rows. */
  rows: string[]
  /** Returns the URLs of the links with this text or label. */
  links: (words: string) => string[]
  /** Returns the URL of the first of these links. @throws if the page has none. */
  link: (words: string) => string
  /** Returns the URL to which the form with this button navigates, with these values and without scripts. */
  submit: (button: string, typed?: Record<string, string>) => string
  /** Returns the matching elements. Compare their texts or their number, because elements cannot be printed. */
  elements: (selector: string) => HTMLElement[]
}

/** Reads a page of the console by HTTP as an operator or another person, for tests of the server's HTML. */
export async function readConsolePage(app: App, path: string, name = operatorName): Promise<ReceivedPage> {
  // The server sends an open page its next content in one piece. Otherwise it may stream parts out of order.
  const headers = { 'Sec-Fetch-Dest': 'empty', Referer: new URL(path, app.origin).href }
  const response = await (await visitorAs(app, name)).follow(path, { headers })
  const page = parseHtml(response.body)
  const main = page.querySelector('main')
  if (!main) throw new Error(`${path} answers ${response.status}, without a page that has a main element.`)
  const cells = main
    .querySelectorAll('tbody tr:not(.group-head)')
    .map((row) => row.querySelectorAll('th, td').map(wordsOf))
  const links = (words: string) =>
    page
      .querySelectorAll('a')
      .filter((link) => wordsOf(link) === words || link.getAttribute('aria-label') === words)
      .map((link) => link.getAttribute('href') ?? '')
  return {
    status: response.status,
    text: wordsOf(main),
    alerts: main.querySelectorAll('[role="alert"]').map(wordsOf),
    cells,
    rows: cells.map((row) => row.join(' ')),
    links,
    link(words) {
      const [first] = links(words)
      if (first === undefined) throw new Error(`The page has no link “${words}”.`)
      return first
    },
    submit(button, typed = {}) {
      const form = formWith(main, { button })
      const fields = { ...Object.fromEntries(fieldsOf(form)), ...typed }
      return `${form.getAttribute('action')}?${new URLSearchParams(fields).toString()}`
    },
    elements: (selector) => page.querySelectorAll(selector),
  }
}

/** Reads texts like a screen reader, without decorative signs. In the console, many spans are separate lines. */
const reading: Reading = {
  isInline: (element) => element.tagName !== 'SPAN' && usualReading.isInline(element),
  isLeftOut: (element) =>
    usualReading.isLeftOut(element) || (element.tagName === 'SPAN' && element.getAttribute('aria-hidden') === 'true'),
}

const wordsOf = (element: HTMLElement) => readText(element, reading)
