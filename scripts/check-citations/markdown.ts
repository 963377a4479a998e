/** Empties the code blocks of a document, in which `#` begins a comment. Each line keeps its number. */
export function withoutCodeBlocks(markdown: string): string {
  return markdown.replace(/^ *(`{3,}|~{3,})[^]*?^ *\1 *$/gm, (block) => '\n'.repeat(block.split('\n').length - 1))
}

/** Returns the heading in a line; undefined in another line. */
export function headingIn(line: string): string | undefined {
  return /^#+ (.+)$/.exec(line)?.[1]
}
