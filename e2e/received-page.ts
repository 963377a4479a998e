import type { HTMLElement } from 'node-html-parser'
import type { App } from './harness/app'
import { fieldsOf, formWith, parseHtml, readText, usualReading, type Reading } from './harness/html'
import { operatorName } from './harness/people'
import { visitorAs } from './sessions'

/** A page as it is without a browser: what the server has sent, once all of it is there. */
export interface ReceivedPage {
  status: number
  /** The words of its main part, in their order. */
  text: string
  /** Its own messages, in their order. */
  alerts: string[]
  /** The words of each cell of its tables, row by row, the heads of the tables left out. */
  cells: string[][]
  /** The words of each such row. */
  rows: string[]
  /** Where the links lead that have these words, in their text or as their label. */
  links: (words: string) => string[]
  /** The same of the first such link, which is there. */
  link: (words: string) => string
  /** Where the form of its main part with this button leads with these values, where no script runs. */
  submit: (button: string, typed?: Record<string, string>) => string
  /** The elements that a selector matches, in their order. Expect of their texts or their number: elements cannot be printed. */
  elements: (selector: string) => HTMLElement[]
}

/**
 * Asks for a page of the console as an operator, by HTTP alone: for tests of what the server says, and not of what a
 * browser makes of it.
 */
export async function readConsolePage(app: App, path: string): Promise<ReceivedPage> {
  const url = new URL(path, app.origin)
  // As the page asks for itself where no script runs. Otherwise the server may send parts of it out of their place.
  url.searchParams.set('whole', '1')
  const response = await (await visitorAs(app, operatorName)).follow(url.href)
  const page = parseHtml(response.body)
  const main = page.querySelector('main')
  if (!main) throw new Error(`${path} answers ${response.status}, with no page that has a main part.`)
  const cells = main.querySelectorAll('tbody tr').map((row) => row.querySelectorAll('th, td').map(wordsOf))
  const links = (words: string) =>
    page
      .querySelectorAll('a')
      .filter((link) => wordsOf(link) === words || link.getAttribute('aria-label') === words)
      .map((link) => asked(link.getAttribute('href') ?? ''))
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

/** As a screen reader has them: without signs that are only looked at. In the console, many a span is a line of its own. */
const reading: Reading = {
  isInline: (element) => element.tagName !== 'SPAN' && usualReading.isInline(element),
  isLeftOut: (element) =>
    usualReading.isLeftOut(element) || (element.tagName === 'SPAN' && element.getAttribute('aria-hidden') === 'true'),
}

const wordsOf = (element: HTMLElement) => readText(element, reading)

/** A link of a page that is asked for whole asks for whole pages too: here it is as it is otherwise. */
const asked = (url: string) => url.replace(/([?&])whole=1(&|$)/, (_, before, after) => (after === '' ? '' : before))
