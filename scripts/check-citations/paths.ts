import type { Problem } from './citations'

const folders = String.raw`(?:\.ci|\.github|app|components|docs|e2e|lab|lib|public|scripts|skin)`
const quotedPath = new RegExp(`\`(${folders}/[\\w@.[\\]/-]*)\``, 'g')
/** In a code block, only a name with an ending is a path, because a folder looks like an argument of a command. */
const typedPath = new RegExp(String.raw`(?<=^|\s)(${folders}/[\w@.[\]/-]+\.[a-z]+)(?=\s|$)`, 'g')

/**
 * Finds the missing paths of this repository that a text names between backticks or in a code block.
 *
 * @param exists - whether a file or a folder exists at a path, relative to the repository.
 */
export function pathProblems(text: string, exists: (path: string) => boolean): Problem[] {
  let isCode = false
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode
    return Array.from(line.matchAll(isCode ? typedPath : quotedPath), ([, path = '']) => path)
      .filter((path) => !exists(path))
      .map((path) => ({ line: index + 1, message: `there is no ${path}` }))
  })
}
