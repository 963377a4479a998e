import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Returns the unit tests that load a file, the closest first. Paths are relative to the project. */
export function testsThatLoad(root: string, file: string): string[] {
  const importers = importersIn(root)
  const found = new Set([file])
  // A set also visits the entries that are added meanwhile.
  for (const path of found) for (const importer of importers.get(path) ?? []) found.add(importer)
  return [...found].filter((path) => /\.test\.tsx?$/.test(path))
}

const known = new Map<string, Map<string, string[]>>()

/** Maps each file to the files that import it. */
function importersIn(root: string): Map<string, string[]> {
  const importers = known.get(root) ?? new Map<string, string[]>()
  if (known.has(root)) return importers
  known.set(root, importers)
  for (const folder of ['app', 'components', 'lib', 'e2e', 'scripts', 'docs', 'deploy']) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })) {
      const path = join(folder, name)
      if (!/\.tsx?$/.test(path)) continue
      const text = readFileSync(join(root, path), 'utf8')
      for (const [, imported = ''] of text.matchAll(/(?:from|import|import\() ?'((?:@\/|\.)[^']+)'/g)) {
        const target = fileOf(root, imported.startsWith('@/') ? imported.slice(2) : join(dirname(path), imported))
        if (target !== undefined) importers.set(target, [...(importers.get(target) ?? []), path])
      }
    }
  }
  return importers
}

const fileOf = (root: string, path: string): string | undefined =>
  ['', '.ts', '.tsx', '/index.ts', '/index.tsx']
    .map((ending) => path + ending)
    .find((name) => existsSync(join(root, name)) && statSync(join(root, name)).isFile())
