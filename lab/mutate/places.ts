import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A place in the code, and the change that breaks its rule. */
export interface Place {
  /** The path of the file, relative to the project. */
  file: string
  /** Counted from 1. */
  line: number
  /** The line before and after the change. */
  before: string
  after: string
}

/** Each change is valid wherever its pattern matches, because the tests run without a type check. */
const changes: readonly (readonly [from: RegExp, to: string])[] = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ < /g, ' >= '],
  [/ > /g, ' <= '],
  [/ <= /g, ' > '],
  [/ >= /g, ' < '],
  [/ \+ /g, ' - '],
  [/ - /g, ' + '],
  [/ \?\? /g, ' && '],
  [/\bif \(/g, 'if (false && '],
  [/\bif \(/g, 'if (true || '],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\bthrow new /g, 'void new '],
  [/(?<=\breturn )!/g, ''],
  [/(?<=[=(:] ?)(?=\d+\b)/g, '1'],
  // A statement of one line is left out.
  [/^ +(?:await |void )?[\w.]+(?:\?\.)?\(.*\)$/g, ''],
]

/** Returns all places in these folders, in an order that depends only on the seed and on the text of each place. */
export function placesIn(root: string, folders: readonly string[], seed: number): Place[] {
  const places = folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|test-support/.test(file))
    .flatMap((file) => placesOf(file, readFileSync(join(root, file), 'utf8')))
  return places
    .map((place) => ({ place, order: digest(`${seed} ${place.file} ${place.before} ${place.after}`) }))
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .map(({ place }) => place)
}

function placesOf(file: string, text: string): Place[] {
  return text.split('\n').flatMap((before, index) => {
    if (/^\s*(?:\/?\*|\/\/|import |export (?:type|interface) |type |interface )/.test(before)) return []
    const code = withoutTexts(before)
    return changes.flatMap(([from, to]) =>
      [...code.matchAll(from)].map(({ index: at, 0: found }) => ({
        file,
        line: index + 1,
        before,
        after: before.slice(0, at) + to + before.slice(at + found.length),
      })),
    )
  })
}

/** Replaces strings and comments by underscores, so that no change is made in them. */
const withoutTexts = (line: string) =>
  line.replaceAll(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\/.*$/g, (text) => '_'.repeat(text.length))

const digest = (text: string) => createHash('sha256').update(text).digest('hex')
