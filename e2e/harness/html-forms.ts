/** A form of a page that React has rendered. */
export interface HtmlForm {
  /** What is between its tags. */
  content: string
  /** What a browser without scripts posts beside what somebody enters; by some of it the app knows its server action. */
  hiddenFields: [name: string, value: string][]
}

const entities: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'", '#39': "'" }

/** The forms of a page that React has rendered, which quotes every attribute by `"`. */
export function formsOf(html: string): HtmlForm[] {
  return [...html.matchAll(/<form\b[^>]*>([\s\S]*?)<\/form>/g)].map(([, content = '']) => ({
    content,
    hiddenFields: [...content.matchAll(/<input\b([^>]*)>/g)].flatMap(([, attributes = '']) => {
      const name = attribute(attributes, 'name')
      if (name === undefined || attribute(attributes, 'type') !== 'hidden') return []
      return [[name, attribute(attributes, 'value') ?? ''] as [string, string]]
    }),
  }))
}

/** The hidden fields of the first form of a page that has this text in it. */
export function hiddenFields(html: string, mark: string): Record<string, string> {
  const form = formsOf(html).find(({ content }) => content.includes(mark))
  if (!form) throw new Error(`The page has no form with ${mark}.`)
  return Object.fromEntries(form.hiddenFields)
}

function attribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1]
  return value?.replace(/&([a-z]+|#x?[0-9a-f]+);/gi, (whole, entity: string) => entities[entity.toLowerCase()] ?? whole)
}
