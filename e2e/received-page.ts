import type { RequestAs } from './fixtures'
import type { App } from './harness/app'
import { operatorName } from './harness/people'

/** A page as it is without a browser: what the server has sent, once all of it is there. */
export interface ReceivedPage {
  status: number
  html: string
  /** Its words in their order, without markup. */
  text: string
  /** The words of each row of its tables, their headers left out. */
  rows: string[]
  /** The URL of the first link that has these words, in its text or as its label. */
  link: (words: string) => string
  /** The attributes of the first tag with this name and, where they are given, these attributes. */
  attributesOf: (tag: string, having?: Record<string, string>) => Record<string, string>
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
  const html = (await response.text()).replaceAll(/<(script|style|template|noscript)\b.*?<\/\1>|<!--.*?-->/gs, '')
  const tags = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g'))].map(([, text = '']) => attributes(text))
  return {
    status: response.status(),
    html,
    text: words(html),
    rows: [...html.matchAll(/<tr\b[^>]*>(?:(?!<\/tr>).)*<td\b.*?<\/tr>/gs)].map(([row]) => words(row)),
    link(text) {
      for (const [, inTag = '', inside = ''] of html.matchAll(/<a\b([^>]*)>(.*?)<\/a>/gs)) {
        const { href, 'aria-label': label } = attributes(inTag)
        if (href !== undefined && (words(inside) === text || label === text)) return href
      }
      throw new Error(`The page has no link “${text}”.`)
    },
    attributesOf(tag, having = {}) {
      const found = tags(tag).find((each) => Object.entries(having).every(([name, value]) => each[name] === value))
      if (!found) throw new Error(`The page has no ${tag} with ${JSON.stringify(having)}.`)
      return found
    },
  }
}

const words = (html: string) =>
  decoded(html.replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/\s+/g, ' ')
    .trim()

const attributes = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decoded(value)]),
  )

function decoded(html: string): string {
  return html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#x([\da-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('&amp;', '&')
}
