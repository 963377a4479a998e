import type { Targets } from './targets'

/** A reference without a target. */
export interface Problem {
  /** From 1. */
  line: number
  message: string
}

/**
 * Finds citations of the interface that have no target. A citation is a text in parentheses in a comment. It begins
 * with a heading in double quotes: `("Errors")`, `("Connect flow", steps 1 to 3)`, `("Errors"; "Client rules", rule
 * 3)`. Any other text between `("` and `)` in a comment is a problem.
 */
export function citationProblems(source: string, targets: Targets): Problem[] {
  return commentsOf(source).flatMap(({ line, text }) =>
    Array.from(text.matchAll(citationOrNumber), ({ 0: match, index }) => ({
      line: line + text.slice(0, index).split('\n').length - 1,
      messages: messagesOf(match.replace(/\s+/g, ' '), targets),
    })).flatMap(({ line, messages }) => messages.map((message) => ({ line, message }))),
  )
}

/** A citation in its parentheses, or a number that names no heading: "as fact 2 says", `(step 3)`. */
const citationOrNumber = /\((?:section )?"[^()]*\)|\bfacts?\s\d+|\((?:step|rule)s?\s\d+/g

function messagesOf(match: string, targets: Targets): string[] {
  if (!match.includes('"')) return [`${match.replace('(', '')} names no heading: write ("Heading", fact 2)`]
  const citations = match.slice(1, -1).split('; ')
  return citations.map((citation) => messageOf(citation, targets)).filter((message) => message !== undefined)
}

function messageOf(citation: string, targets: Targets): string | undefined {
  const parsed = /^"([^"]+)"(?:, (step|fact|rule)s? (\d+(?:(?:,| and| to) \d+)*))?$/.exec(citation)
  if (!parsed) return `(${citation}) is not a citation: write ("Heading") or ("Heading", step 1)`
  const [, heading = '', word, numbers = ''] = parsed
  if (!targets.has(heading)) return `there is no heading "${heading}"`
  if (word === undefined) return undefined
  const list = targets.get(heading)
  if (list?.word !== word) return `"${heading}" has no numbered ${word}s`
  const missing = numbers.match(/\d+/g)?.find((number) => Number(number) < 1 || Number(number) > list.length)
  return missing === undefined ? undefined : `"${heading}" has no ${word} ${missing}`
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
