import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

export interface SkinFile {
  content: Buffer<ArrayBuffer>
  type: string
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

export const servedTypes = Object.keys(types)

/** A skin is read into memory, so no photo folder may be one. */
const maxBytes = 8_000_000
const maxFiles = 500

/**
 * Reads what browsers load, and the JSON that the server reads.
 *
 * @returns `others`: the paths of the files that it has not read.
 */
export function readFiles(folder: string, onProblem: (file: string, message: string) => void) {
  const served = new Map<string, SkinFile>()
  const json = new Map<string, string>()
  const others: string[] = []
  let bytes = 0
  let files = 0
  let path = ''
  try {
    for (path of filesIn(folder)) {
      const file = join(folder, path)
      bytes += statSync(file).size
      files += 1
      if (bytes > maxBytes || files > maxFiles) {
        onProblem(path, `is too much: a skin has at most ${maxBytes / 1_000_000} MB and ${maxFiles} files`)
        break
      }
      const end = extname(path).toLowerCase()
      // Other texts may be the operator's notes.
      const type = path === 'security.txt' ? 'text/plain; charset=utf-8' : types[end]
      if (type !== undefined) served.set(path, { content: readFileSync(file), type })
      else if (end === '.json') json.set(path, readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
      else others.push(path)
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    onProblem('SKIN_DIR', `cannot be read: ${error.message}`)
  }
  return { served, json, others }
}

/** By relative path, without names that begin with a dot. */
function* filesIn(folder: string, path = ''): Generator<string, void> {
  const names = readdirSync(join(folder, path)).filter((name) => !name.startsWith('.'))
  for (const name of names.sort()) {
    const inner = path === '' ? name : `${path}/${name}`
    // Follows symbolic links, because Kubernetes mounts files as such links.
    if (statSync(join(folder, inner)).isDirectory()) yield* filesIn(folder, inner)
    else yield inner
  }
}
