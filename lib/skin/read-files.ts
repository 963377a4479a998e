import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

/** A file of a skin that browsers may ask for. */
export interface SkinFile {
  content: Buffer<ArrayBuffer>
  type: string
}

/** What browsers may load of a skin, by the end of its name. */
const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** A skin is read into memory, so somebody's photo folder must not be one. */
const maxBytes = 8_000_000

/** The path of every file in a folder, by its way from there: `fonts/brand.woff2`. What begins with a dot is left out. */
function filesIn(folder: string, path = ''): string[] {
  return readdirSync(join(folder, path))
    .filter((name) => !name.startsWith('.'))
    .sort()
    .flatMap((name) => {
      const inner = path === '' ? name : `${path}/${name}`
      // Follows links: Kubernetes mounts files as links.
      return statSync(join(folder, inner)).isDirectory() ? filesIn(folder, inner) : [inner]
    })
}

/** Reads what is in a skin's folder: what browsers load, and the JSON that the server reads. */
export function readFiles(
  folder: string,
  onProblem: (file: string, message: string) => void,
): { served: Map<string, SkinFile>; json: Map<string, string> } {
  const served = new Map<string, SkinFile>()
  const json = new Map<string, string>()
  if (!existsSync(folder) || !statSync(folder).isDirectory()) {
    onProblem('SKIN_DIR', `is no folder that can be read: ${folder}`)
    return { served, json }
  }
  let bytes = 0
  for (const path of filesIn(folder)) {
    const file = join(folder, path)
    bytes += statSync(file).size
    if (bytes > maxBytes) {
      onProblem(path, `is too much: all files of a skin together may have ${maxBytes / 1_000_000} MB`)
      break
    }
    const type = types[extname(path)]
    if (type !== undefined) served.set(path, { content: readFileSync(file), type })
    else if (extname(path) === '.json') json.set(path, readFileSync(file, 'utf8'))
  }
  return { served, json }
}
