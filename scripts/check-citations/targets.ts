/** A numbered list below a heading: what its items are called, and how many there are. */
interface NumberedList {
  word: string
  length: number
}

/** What can be cited: each heading of a document, with its numbered list if it has one. */
export type Targets = ReadonlyMap<string, NumberedList | undefined>

/**
 * Reads what can be cited from a Markdown document. The line before a numbered list ends with what its
 * items are called: `Steps:`, `Facts:` or `Rules:`. Other numbered lists cannot be cited.
 *
 * @throws Error for a heading that occurs twice, since a citation of it would have two targets
 */
export function readTargets(markdown: string): Targets {
  const targets = new Map<string, NumberedList | undefined>()
  let heading = ''
  let word: string | undefined
  for (const line of linesOf(markdown)) {
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

/** The anchors that the links to a Markdown document's headings have. */
export function anchorsOf(markdown: string): string[] {
  return linesOf(markdown)
    .map(headingIn)
    .filter((heading) => heading !== undefined)
    .map(anchorOf)
}

/** The lines of a document without its code blocks, in which `#` begins a comment. */
function linesOf(markdown: string): string[] {
  return markdown.replace(/^```[^]*?^```/gm, '').split('\n')
}

function headingIn(line: string): string | undefined {
  return /^#+ (.+)$/.exec(line)?.[1]
}

/** The anchor that GitHub gives to a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
}
