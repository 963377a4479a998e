/** A form of a page that React has rendered. */
export interface HtmlForm {
  /** What is between its tags. */
  content: string
  /** What it posts unless somebody changes it, hidden or not. */
  fields: [name: string, value: string][]
  /** What a browser without scripts posts beside what somebody enters; by some of it the app knows its server action. */
  hiddenFields: [name: string, value: string][]
}

const entities: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'", '#39': "'" }

/** The forms of a page that React has rendered, which quotes every attribute by `"`. */
export function formsOf(html: string): HtmlForm[] {
  return [...html.matchAll(/<form\b[^>]*>([\s\S]*?)<\/form>/g)].map(([, content = '']) => {
    const inputs = [...content.matchAll(/<input\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
    return {
      content,
      fields: inputs.flatMap(fieldOf),
      hiddenFields: inputs.filter((attributes) => attribute(attributes, 'type') === 'hidden').flatMap(fieldOf),
    }
  })
}

/** The name and the value of an input; nothing if it has no name. */
function fieldOf(attributes: string): [name: string, value: string][] {
  const name = attribute(attributes, 'name')
  return name === undefined ? [] : [[name, attribute(attributes, 'value') ?? '']]
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
