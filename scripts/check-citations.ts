import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

/*
 * Checks the references of comments and documents: the headings of docs/interface.md that comments cite, the files
 * that comments and documents name, and the links of documents to files and headings. Prints each reference without a
 * target, and exits with 1 if there is one.
 */

interface Problem {
  line: number
  message: string
}

/** A heading in double quotes at the start of parentheses or after a semicolon, and the number of an item. */
const citation = /(?<=\(|; )"([^"]+)"(?:,\s(?:step|fact|rule)s?\s([\d,\s]+(?:(?:and|to)\s\d+)?))?/g

/**
 * Finds citations of the interface in comments that have no target: `("Errors")`, `("Connect flow", steps 1 to 3)`,
 * `("Errors"; "Client rules", rule 3)`. Each heading has the last number of its numbered list.
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

const address = /(?<!\\)\]\(\s*([^\s()]+)/g

/**
 * Finds the links and images of a document whose file or heading is missing. It checks no address of another site, and
 * no link with its address elsewhere (`[words][name]`). All paths are relative to the repository.
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

const folders = String.raw`(?:\.ci|\.github|app|components|docs|e2e|lab|lib|public|scripts|skin)`
const quotedPath = new RegExp(`\`(${folders}/[\\w@.[\\]/-]*)\``, 'g')
/** In a code block, only a name with an ending is a path, because a folder looks like an argument of a command. */
const typedPath = new RegExp(String.raw`(?<=^|\s)(${folders}/[\w@.[\]/-]+\.[a-z]+)(?=\s|$)`, 'g')

/** Finds the missing paths of this repository that a text names between backticks or in a code block. */
export function pathProblems(text: string, exists: (path: string) => boolean): Problem[] {
  let isCode = false
  return text.split('\n').flatMap((line, index) => {
    if (/^\s*```/.test(line)) isCode = !isCode
    return Array.from(line.matchAll(isCode ? typedPath : quotedPath), ([, path = '']) => path)
      .filter((path) => !exists(path))
      .map((path) => ({ line: index + 1, message: `there is no ${path}` }))
  })
}

/** Empties the code blocks of a document, in which `#` begins a comment. Each line keeps its number. */
function withoutCodeBlocks(markdown: string): string {
  return markdown.replace(/^ *(`{3,}|~{3,})[^]*?^ *\1 *$/gm, (block) => '\n'.repeat(block.split('\n').length - 1))
}

function headingIn(line: string): string | undefined {
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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const generated = new Set(['.git', '.next', 'node_modules', 'playwright-report', 'test-results'])
  const filesBelow = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (generated.has(entry.name)) return []
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesBelow(path) : [path]
    })
  const texts = new Map(
    filesBelow(root)
      .map((path) => relative(root, path))
      // The comments and tests of this check contain bad citations as examples.
      .filter((name) => /\.(ts|tsx|mjs|css|md)$/.test(name) && !name.startsWith(join('scripts', 'check-citations')))
      .map((name) => [name, readFileSync(join(root, name), 'utf8')]),
  )
  const headings = headingsOf(texts.get('docs/interface.md') ?? '')
  const exists = (path: string) => existsSync(join(root, path))
  let found = 0
  for (const [name, text] of texts) {
    const ofItsKind = name.endsWith('.md') ? linkProblems(name, texts, exists) : citationProblems(text, headings)
    for (const { line, message } of [...ofItsKind, ...pathProblems(text, exists)]) {
      found += 1
      process.stderr.write(`${name}:${line}: ${message}\n`)
    }
  }
  if (found > 0) {
    process.stderr.write(`\nReferences without a target: ${found}. Citations refer to headings of docs/interface.md.\n`)
    process.exitCode = 1
  }
}
