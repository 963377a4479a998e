import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'

/* The table of folders in docs/architecture.md defines what each folder may import. Tests may import anything. */

interface Room {
  /** A folder or a file. `<page>` means one segment, the same one everywhere in a row. */
  path: string
  mayImport: string[]
}

const code = ['app', 'components', 'lib', 'e2e', 'scripts', 'lab', 'docs']
const files = ['proxy.ts', 'instrumentation.ts', ...code.flatMap(filesIn)]
const sources = files.filter((file) => !/\.(test|spec|d)\.tsx?$|(^|\/)(test-|playwright|vitest)/.test(file))
const rooms = roomsIn(readFileSync('docs/architecture.md', 'utf8'))
const imports = sources.flatMap((from) => importsOf(from).map((to) => ({ from, to })))

describe('the table of folders', () => {
  it('has a row for every file of the code', () => {
    expect(sources.filter((file) => roomOf(file) === undefined)).toEqual([])
  })

  it('allows every import between folders', () => {
    expect(imports.filter(isForbidden).map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
  })

  it('allows imports of lib/service only through its entry', () => {
    const inside = /^lib\/service\/(?!index\.ts$)/
    expect(imports.filter(({ from, to }) => inside.test(to) && !from.startsWith('lib/service/'))).toEqual([])
  })
})

describe('the folders of lib', () => {
  const below = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [upper, lower] = [folderOfLib(from), folderOfLib(to)]
    if (upper && lower && upper !== lower) below.set(upper, (below.get(upper) ?? new Set()).add(lower))
  }

  it('have no import cycle and at most eight levels', () => {
    const floorOf = (folder: string, above: string[] = []): number => {
      if (above.includes(folder)) throw new Error(`circle: ${[...above, folder].join(' → ')}`)
      return 1 + Math.max(0, ...[...(below.get(folder) ?? [])].map((lower) => floorOf(lower, [...above, folder])))
    }
    expect(Math.max(...[...below.keys()].map((folder) => floorOf(folder)))).toBeLessThanOrEqual(8)
  })

  it('contain all files of lib except at most two', () => {
    expect(sources.filter((file) => /^lib\/[^/]+$/.test(file)).length).toBeLessThanOrEqual(2)
  })
})

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .map((file) => posix.join(folder, file))
}

function roomsIn(markdown: string): Room[] {
  const [, table = ''] = /\n\| Folder .*\n\| -.*\n((?:\|.*\n)+)/.exec(markdown) ?? []
  return table.split('\n').flatMap((row) => {
    const [, folders = '', , mayImport = ''] = row.split(/(?<!\\)\|/)
    return pathsIn(folders).map((path) => ({ path, mayImport: pathsIn(mayImport) }))
  })
}

function pathsIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
}

/** Finds the row with the longest path above a file, and rather one that names the folder than one with `<page>`. */
function roomOf(file: string): { room: Room; page: string | undefined } | undefined {
  const found = rooms
    .map((room) => ({ room, match: patternOf(room.path).exec(file) }))
    .filter(({ match }) => match !== null)
    .toSorted((a, b) => lengthOf(b.room) - lengthOf(a.room))[0]
  return found && { room: found.room, page: found.match?.groups?.['page'] }
}

const lengthOf = ({ path }: Room) => path.replace('<page>', '').length

function patternOf(path: string, page = String.raw`(?<page>[\w-]+)`): RegExp {
  const escaped = path.replaceAll(/[.()[\]]/g, String.raw`\$&`).replace('<page>', page)
  return new RegExp(`^${escaped}(/|$)`)
}

function isForbidden({ from, to }: { from: string; to: string }): boolean {
  const [source, target] = [roomOf(from), roomOf(to)]
  if (!source || !target) return false
  if (source.room === target.room && source.page === target.page) return false
  return !source.room.mayImport.some((path) => patternOf(path, source.page).test(to))
}

function folderOfLib(file: string): string | undefined {
  return /^lib\/([^/]+)\//.exec(file)?.[1]
}

function importsOf(file: string): string[] {
  const specifiers = readFileSync(file, 'utf8').matchAll(/(?:from|import\(|import)\s*'((?:@\/|\.\.?\/)[^']+)'/g)
  return [...specifiers].flatMap(([, specifier = '']) => {
    const path = specifier.startsWith('@/') ? specifier.slice(2) : posix.join(posix.dirname(file), specifier)
    const found = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`].find((one) => files.includes(one))
    return found === undefined ? [] : [found]
  })
}
