import type { Problem } from './citations'

const repositoryPath = /`((?:\.ci|\.github|app|components|docs|e2e|lab|lib|public|scripts|skin)\/[\w@.[\]/-]*)`/g
const markdownLink = /\]\(([^)\s]+)\)/g

/**
 * Finds files and folders of this repository that a text names between backticks, and that are not there.
 *
 * @param exists - whether there is a file or a folder at a path, which is relative to the repository.
 */
export function pathProblems(text: string, exists: (path: string) => boolean): Problem[] {
  return text.split('\n').flatMap((line, index) =>
    Array.from(line.matchAll(repositoryPath), ([, path = '']) => path)
      .filter((path) => !exists(path))
      .map((path) => ({ line: index + 1, message: `there is no ${path}` })),
  )
}

/**
 * Finds links of a Markdown document to files that are not there, and to headings that they do not have.
 *
 * @param anchorsOf - the anchors of the Markdown document that a link leads to, an empty list for any
 *   other file or folder, and undefined where there is none. It is given '' for the document itself.
 */
export function linkProblems(markdown: string, anchorsOf: (path: string) => readonly string[] | undefined): Problem[] {
  return markdown.split('\n').flatMap((line, index) =>
    Array.from(line.matchAll(markdownLink), ([, link = '']) => link)
      .filter((link) => !/^(https?|mailto):/.test(link))
      .flatMap((link) => {
        const [path = '', anchor] = link.split('#')
        const anchors = anchorsOf(path)
        const isThere = anchors !== undefined && (anchor === undefined || anchors.includes(anchor))
        return isThere ? [] : [{ line: index + 1, message: `the link ${link} leads nowhere` }]
      }),
  )
}
