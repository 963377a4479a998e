import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { citationProblems, type Problem } from './check-citations/citations'
import { linkProblems, pathProblems } from './check-citations/paths'
import { anchorsOf, readTargets } from './check-citations/targets'

/*
 * Checks what comments and documents refer to: the headings of docs/interface.md that comments cite, the
 * files that comments and documents name between backticks, and the links of documents. Prints each
 * reference that has no target, and ends with 1 where there is one.
 */

const root = fileURLToPath(new URL('..', import.meta.url))
const generated = new Set(['.git', '.next', 'node_modules', 'playwright-report', 'test-results'])
/** Its comments and tests have examples of bad citations. */
const ownFolder = join('scripts', 'check-citations') + sep

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (generated.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path) : [path]
  })
}

const read = (path: string) => readFileSync(path, 'utf8')

function anchorsIn(path: string): string[] | undefined {
  if (!existsSync(path)) return undefined
  if (!path.endsWith('.md') || statSync(path).isDirectory()) return []
  return anchorsOf(read(path))
}

const targets = readTargets(read(join(root, 'docs/interface.md')))
const exists = (path: string) => existsSync(join(root, path))

function problemsIn(path: string): Problem[] {
  const text = read(path)
  if (path.endsWith('.md')) {
    const anchorsAt = (link: string) => anchorsIn(link === '' ? path : join(dirname(path), link))
    return [...pathProblems(text, exists), ...linkProblems(text, anchorsAt)]
  }
  return [...citationProblems(text, targets), ...pathProblems(text, exists)]
}

let found = 0
for (const path of filesBelow(root)) {
  const name = relative(root, path)
  if (!/\.(ts|tsx|mjs|css|md)$/.test(name) || name.startsWith(ownFolder)) continue
  for (const { line, message } of problemsIn(path)) {
    found += 1
    process.stderr.write(`${name}:${line}: ${message}\n`)
  }
}
if (found > 0) {
  process.stderr.write(`\nReferences without a target: ${found}. Citations are of docs/interface.md.\n`)
  process.exitCode = 1
}
