import { posix } from 'node:path'
import type { Problem } from './citations'
import { headingIn, withoutCodeBlocks } from './markdown'

const address = /(?<!\\)\]\(\s*([^\s()]+)/g

/**
 * Finds the links and images of a document that have no target: a missing file, or a missing heading of a
 * document. It checks no address of another site, and no link with its address elsewhere (`[words][name]`).
 *
 * @param path - the document, relative to the repository.
 * @param documents - the text of each document of the repository, by its path.
 * @param exists - whether a file or a folder exists at a path, relative to the repository.
 */
export function linkProblems(
  path: string,
  documents: ReadonlyMap<string, string>,
  exists: (path: string) => boolean,
): Problem[] {
  const text = withoutCodeSpans(withoutCodeBlocks(documents.get(path) ?? ''))
  const problemOf = (target: string): string | undefined => {
    if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(target)) return undefined
    const [file = '', anchor] = decodeURI(target).split('#')
    // GitHub reads an address that begins with a slash from the root of the repository.
    const linked = file === '' ? path : posix.join(file.startsWith('/') ? '.' : posix.dirname(path), file)
    if (linked.startsWith('..') || !exists(linked)) return `there is no ${linked}`
    if (anchor === undefined || anchorsOf(documents.get(linked) ?? '').has(anchor)) return undefined
    return `${linked} has no heading #${anchor}`
  }
  return Array.from(text.matchAll(address)).flatMap(({ 1: target = '', index }) => {
    const message = problemOf(target)
    return message === undefined ? [] : [{ line: text.slice(0, index).split('\n').length, message }]
  })
}

/** Returns the anchors that GitHub gives to the headings of a document. A repeated heading gets a number. */
export function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>()
  for (const line of withoutCodeBlocks(markdown).split('\n')) {
    const heading = headingIn(line)
    if (heading === undefined) continue
    const anchor = heading
      // A link shows only its text.
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-')
    let unique = anchor
    for (let number = 1; anchors.has(unique); number += 1) unique = `${anchor}-${number}`
    anchors.add(unique)
  }
  return anchors
}

/** Empties the code spans of a document. A span does not go beyond its paragraph. */
function withoutCodeSpans(markdown: string): string {
  return markdown.replace(/(?<!`)(`+)(?!`)(?:(?!\n\n)[^])*?(?<!`)\1(?!`)/g, (span) => span.replace(/[^\n]/g, ' '))
}
