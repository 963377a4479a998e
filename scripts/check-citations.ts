import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { citationProblems, type Problem } from './check-citations/citations'
import { linkProblems } from './check-citations/links'
import { headingsOf } from './check-citations/markdown'
import { pathProblems } from './check-citations/paths'

/*
 * Checks the references of comments and documents: the headings of docs/interface.md that comments cite, the files
 * that comments and documents name, and the links of documents to files and headings. Prints each reference without a
 * target, and exits with 1 if there is one.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const generated = new Set(['.git', '.next', 'node_modules', 'playwright-report', 'test-results'])
/** This folder is not checked, because its comments and tests contain bad citations as examples. */
const checkerFolder = join('scripts', 'check-citations') + sep

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (generated.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

const read = (path: string) => readFileSync(path, 'utf8')

const headings = headingsOf(read(join(root, 'docs/interface.md')))
const exists = (path: string) => existsSync(join(root, path))

const texts = new Map(
  filesBelow(root)
    .map((path) => relative(root, path))
    .filter((name) => /\.(ts|tsx|mjs|css|md)$/.test(name) && !name.startsWith(checkerFolder))
    .map((name) => [name, read(join(root, name))]),
)

function problemsIn(name: string, text: string): Problem[] {
  const ofItsKind = name.endsWith('.md') ? linkProblems(name, texts, exists) : citationProblems(text, headings)
  return [...ofItsKind, ...pathProblems(text, exists)]
}

let found = 0
for (const [name, text] of texts) {
  for (const { line, message } of problemsIn(name, text)) {
    found += 1
    process.stderr.write(`${name}:${line}: ${message}\n`)
  }
}
if (found > 0) {
  process.stderr.write(`\nReferences without a target: ${found}. Citations refer to headings of docs/interface.md.\n`)
  process.exitCode = 1
}
