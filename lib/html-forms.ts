/** A form of a page, with the fields that it posts unless somebody changes them. */
export interface HtmlForm {
  fields: [name: string, value: string][]
}

const entities: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'", '#39': "'" }

/** The forms of a page that React has rendered, which quotes every attribute by `"`. */
export function formsOf(html: string): HtmlForm[] {
  return [...html.matchAll(/<form\b[^>]*>([\s\S]*?)<\/form>/g)].map(([, content = '']) => ({
    fields: [...content.matchAll(/<input\b([^>]*)>/g)].flatMap(([, attributes = '']) => {
      const name = attribute(attributes, 'name')
      return name === undefined ? [] : [[name, attribute(attributes, 'value') ?? ''] as [string, string]]
    }),
  }))
}

function attribute(attributes: string, name: string): string | undefined {
  const value = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1]
  return value?.replace(/&([a-z]+|#x?[0-9a-f]+);/gi, (whole, entity: string) => entities[entity.toLowerCase()] ?? whole)
}
