import { headingIn, withoutCodeBlocks } from './markdown'

/** A numbered list below a heading: the word for its items, and their number. */
interface NumberedList {
  word: string
  length: number
}

/** The headings of a document that a comment can cite, with their numbered lists. */
export type Targets = ReadonlyMap<string, NumberedList | undefined>

/**
 * Reads the targets of citations from a Markdown document. The line before a numbered list ends with the word
 * for its items: `Steps:`, `Facts:` or `Rules:`. Other numbered lists cannot be cited.
 *
 * @throws Error if a heading occurs twice, because a citation of it would have two targets
 */
export function readTargets(markdown: string): Targets {
  const targets = new Map<string, NumberedList | undefined>()
  let heading = ''
  let word: string | undefined
  for (const line of withoutCodeBlocks(markdown).split('\n')) {
    const title = headingIn(line)
    const item = /^(\d+)\. /.exec(line)?.[1]
    if (title !== undefined) {
      if (targets.has(title)) throw new Error(`The heading "${title}" occurs twice.`)
      targets.set(title, undefined)
      heading = title
      word = undefined
    } else if (item !== undefined) {
      if (word !== undefined) targets.set(heading, { word, length: Number(item) })
    } else if (line.trim() !== '') {
      word = /\b(step|fact|rule)s:$/i.exec(line)?.[1]?.toLowerCase()
    }
  }
  return targets
}
