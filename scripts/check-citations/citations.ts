export interface Problem {
  line: number
  message: string
}

/** A heading in double quotes at the start of parentheses or after a semicolon, and the number of an item. */
const citation = /(?<=\(|; )"([^"]+)"(?:,\s(?:step|fact|rule)s?\s([\d,\s]+(?:(?:and|to)\s\d+)?))?/g

/**
 * Finds citations of the interface in comments that have no target: `("Errors")`, `("Connect flow", steps 1 to 3)`,
 * `("Errors"; "Client rules", rule 3)`.
 *
 * @param headings - the headings of the document, each with the last number of its numbered list.
 */
export function citationProblems(source: string, headings: ReadonlyMap<string, number>): Problem[] {
  return commentsOf(source).flatMap(({ line, text }) =>
    Array.from(text.matchAll(citation)).flatMap(({ 1: words = '', 2: numbers = '', index }) => {
      const heading = words.replace(/\s+/g, ' ')
      const last = headings.get(heading)
      const missing = numbers.match(/\d+/g)?.find((number) => Number(number) < 1 || Number(number) > (last ?? 0))
      if (last !== undefined && missing === undefined) return []
      const message = last === undefined ? `there is no heading "${heading}"` : `"${heading}" has no ${missing}.`
      return [{ line: line + text.slice(0, index).split('\n').length - 1, message }]
    }),
  )
}

/**
 * Finds the comments of a source file, each with the line where it begins. Consecutive lines that begin with a
 * comment marker are one comment. No parser is needed, because oxfmt has formatted the file.
 */
function commentsOf(source: string): { line: number; text: string }[] {
  const comments: { line: number; text: string }[] = []
  let isOpen = false
  for (const [index, line] of source.split('\n').entries()) {
    const whole = /^\s*(?:\{?\/\*+|\*+\/?|\/\/+)(.*)$/.exec(line)?.[1]
    const text = (whole ?? / \/\/ (.*)$/.exec(line)?.[1])?.replace(/\*\/\}?\s*$/, '')
    const last = comments.at(-1)
    if (text !== undefined && isOpen && whole !== undefined && last) last.text += `\n${text}`
    else if (text !== undefined) comments.push({ line: index + 1, text })
    isOpen = whole !== undefined
  }
  return comments
}
