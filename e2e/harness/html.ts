/* Reading the HTML that React renders, which quotes every attribute by `"`. It knows no styles. */

const entities: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'", '#39': "'" }

const decoded = (html: string) =>
  html.replaceAll(/&([a-z]+|#x?[0-9a-f]+);/gi, (whole, entity: string) => entities[entity.toLowerCase()] ?? whole)

/** The text of HTML as it is read, that which styles may hide included. */
export function textOf(html: string): string {
  const text = html
    .replaceAll(/<(script|style|template|noscript)\b.*?<\/\1>|<!--.*?-->/gs, '')
    .replaceAll(/<(?!\/?(?:span|strong|q|b|bdi|a|time)\b)[^>]*>/g, ' ')
    .replaceAll(/<[^>]*>/g, '')
  return decoded(text).replaceAll(/\s+/g, ' ').trim()
}

/** An attribute of the element that a text begins with. */
export function attributeOf(html: string, name: string): string | undefined {
  const value = new RegExp(`^[^>]*?\\s${name}="([^"]*)"`, 'i').exec(html)?.[1]
  return value === undefined ? undefined : decoded(value)
}

/** The first element that begins so, to its end; empty where there is none. */
export function firstElement(html: string, begin: RegExp): string {
  const start = html.search(begin)
  if (start < 0) return ''
  const [, tag = ''] = /^<(\w+)/.exec(html.slice(start)) ?? []
  let depth = 0
  for (const { 0: found, index } of html.slice(start).matchAll(new RegExp(`</?${tag}\\b`, 'g'))) {
    depth += found.startsWith('</') ? -1 : 1
    if (depth === 0) return html.slice(start, start + index + `${found}>`.length)
  }
  return html.slice(start)
}
