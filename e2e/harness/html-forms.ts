import { attributeOf } from './html'

/** A form of a page that React has rendered. */
export interface HtmlForm {
  /** What is between its tags. */
  content: string
  /** What it posts unless somebody changes it, hidden or not. */
  fields: [name: string, value: string][]
  /** What a browser without scripts posts beside what somebody enters; by some of it the app knows its server action. */
  hiddenFields: [name: string, value: string][]
}

/** The forms of a page that React has rendered, which quotes every attribute by `"`. */
export function formsOf(html: string): HtmlForm[] {
  return [...html.matchAll(/<form\b[^>]*>([\s\S]*?)<\/form>/g)].map(([, content = '']) => {
    const inputs = [...content.matchAll(/<input\b([^>]*)>/g)].map(([, attributes = '']) => attributes)
    return {
      content,
      fields: inputs.flatMap(fieldOf),
      hiddenFields: inputs.filter((attributes) => attributeOf(attributes, 'type') === 'hidden').flatMap(fieldOf),
    }
  })
}

/** The name and the value of an input; nothing if it has no name. */
function fieldOf(attributes: string): [name: string, value: string][] {
  const name = attributeOf(attributes, 'name')
  return name === undefined ? [] : [[name, attributeOf(attributes, 'value') ?? '']]
}

/** The hidden fields of the first form of a page that has this text in it. */
export function hiddenFields(html: string, mark: string): Record<string, string> {
  const form = formsOf(html).find(({ content }) => content.includes(mark))
  if (!form) throw new Error(`The page has no form with ${mark}.`)
  return Object.fromEntries(form.hiddenFields)
}
