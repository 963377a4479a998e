/** Empties the code blocks of a document, in which `#` begins a comment. Each line keeps its number. */
export function withoutCodeBlocks(markdown: string): string {
  return markdown.replace(/^ *(`{3,}|~{3,})[^]*?^ *\1 *$/gm, (block) => '\n'.repeat(block.split('\n').length - 1))
}

export function headingIn(line: string): string | undefined {
  return /^#+ (.+)$/.exec(line)?.[1]
}

/**
 * Reads the headings of a document, each with the last number of its numbered list; 0 without a list.
 *
 * @throws Error if a heading occurs twice, because a citation of it would have two targets
 */
export function headingsOf(markdown: string): Map<string, number> {
  const headings = new Map<string, number>()
  let heading = ''
  for (const line of withoutCodeBlocks(markdown).split('\n')) {
    const title = headingIn(line)
    if (title !== undefined && headings.has(title)) throw new Error(`The heading "${title}" occurs twice.`)
    heading = title ?? heading
    headings.set(heading, title === undefined ? Number(/^(\d+)\. /.exec(line)?.[1] ?? headings.get(heading) ?? 0) : 0)
  }
  return headings
}
