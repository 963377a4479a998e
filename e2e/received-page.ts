import type { RequestAs } from './fixtures'
import type { App } from './harness/app'
import { attributeOf, firstElement, textOf } from './harness/html'
import { formsOf } from './harness/html-forms'
import { operatorName } from './harness/people'

/** A page as it is without a browser: what the server has sent, once all of it is there. */
export interface ReceivedPage {
  status: number
  /** Without what React's own scripts need. */
  html: string
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
  /** The HTML of the elements with this name and these attributes. */
  elements: (tag: string, having?: Record<string, string>) => string[]
}

/**
 * Asks for a page of the console as an operator, by HTTP alone: for tests of what the server says, and not of what a
 * browser makes of it.
 */
export async function readConsolePage(requestAs: RequestAs, app: App, path: string): Promise<ReceivedPage> {
  const url = new URL(path, app.origin)
  // As the page asks for itself where no script runs. Otherwise the server may send parts of it out of their place.
  url.searchParams.set('whole', '1')
  const response = await (await requestAs(app, operatorName)).get(url.href)
  const html = (await response.text()).replaceAll(/<(script|style|template)\b.*?<\/\1>|<!--.*?-->/gs, '')
  const main = firstElement(html, /<main\b/)
  const elements = (tag: string, having: Record<string, string> = {}) =>
    elementsOf(html, tag).filter((element) =>
      Object.entries(having).every(([name, value]) => attributeOf(element, name) === value),
    )
  const cells = elementsOf(main, 'tbody')
    .flatMap((body) => elementsOf(body, 'tr'))
    .map((row) => elementsOf(row, 't[hd]').map(wordsOf))
  const links = (words: string) =>
    elements('a')
      .filter((link) => wordsOf(link) === words || attributeOf(link, 'aria-label') === words)
      .map((link) => asked(attributeOf(link, 'href') ?? ''))
  return {
    status: response.status(),
    html,
    text: wordsOf(main),
    alerts: elementsOf(main, '\\w+', ' role="alert"').map(wordsOf),
    cells,
    rows: cells.map((row) => row.join(' ')),
    links,
    link(words) {
      const [first] = links(words)
      if (first === undefined) throw new Error(`The page has no link “${words}”.`)
      return first
    },
    submit(button, typed = {}) {
      const form = elementsOf(main, 'form').find((form) =>
        elementsOf(form, 'button').some((one) => wordsOf(one) === button),
      )
      if (!form) throw new Error(`The page has no form with a button “${button}”.`)
      const fields = { ...Object.fromEntries(formsOf(form)[0]?.fields ?? []), ...typed }
      return `${attributeOf(form, 'action')}?${new URLSearchParams(fields).toString()}`
    },
    elements,
  }
}

/** As a screen reader has them: without signs that are only looked at. In the console, many a span is a line of its own. */
const wordsOf = (html: string) =>
  textOf(html.replaceAll(/<span aria-hidden="true"[^>]*>[^<]*<\/span>/g, '').replaceAll(/<\/?span\b[^>]*>/g, ' '))

/** A link of a page that is asked for whole asks for whole pages too: here it is as it is otherwise. */
const asked = (url: string) => url.replace(/([?&])whole=1(&|$)/, (_, before, after) => (after === '' ? '' : before))

/** The elements with this name, from their beginnings to their ends. */
function elementsOf(html: string, tag: string, attribute = ''): string[] {
  const begins = html.matchAll(new RegExp(`<${tag}(?=[\\s>])(?=[^>]*${attribute})`, 'g'))
  return [...begins].map(({ 0: begin, index }) => {
    const rest = html.slice(index)
    return /^<(?:input|img|meta)/.test(begin) ? rest.slice(0, rest.indexOf('>') + 1) : firstElement(rest, /^</)
  })
}
