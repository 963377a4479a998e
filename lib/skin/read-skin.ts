import { createHash } from 'node:crypto'
import { languages as shipped } from '@/lib/messages/languages'
import type { Catalog } from '@/lib/messages/catalog'
import { brandSchema, type BrandSettings } from './brand'
import { checkMessages } from './check-messages'
import { readFiles, type SkinFile } from './read-files'
import { readTheme, type Scheme, type Tokens } from './theme'

/** A valid skin. */
export interface Skin {
  /** The settings of `brand.json` in all languages. `brandIn` picks one. */
  brand: BrandSettings
  /** The languages that pages offer. The first one is the fallback. */
  languages: readonly [string, ...string[]]
  /** The skin's own texts by language. The shipped texts replace missing ones. */
  messages: ReadonlyMap<string, Catalog>
  /** The skin's design tokens. Those of the default skin replace missing ones. */
  tokens: Tokens
  /** Both colour schemes, or the one to which the theme sets `color-scheme`. */
  schemes: readonly [Scheme, ...Scheme[]]
  /** The files that browsers may load, by their path in the skin's folder. */
  files: ReadonlyMap<string, SkinFile>
  /** A hash of these files, so that browsers may cache them. */
  version: string
}

/** A problem in a file of a skin. If `isFatal`, the app does not start. */
export interface SkinProblem {
  file: string
  message: string
  isFatal: boolean
}

/** Reads a skin's folder, and lists every problem. The skin is null if any problem is fatal. */
export function readSkin(folder: string): { skin: Skin | null; problems: SkinProblem[] } {
  const problems: SkinProblem[] = []
  const fatal = (file: string, message: string) => problems.push({ file, message, isFatal: true })
  const { served, json, others: notServed } = readFiles(folder, fatal)
  if (problems.length > 0) return { skin: null, problems }

  const messages = new Map<string, Catalog>()
  // English first, because its texts replace those that another language lacks.
  const englishFirst = [...json].sort(([a], [b]) => Number(b === 'messages/en.json') - Number(a === 'messages/en.json'))
  for (const [file, text] of englishFirst) {
    const [, language] = /^messages\/([^/]+)\.json$/.exec(file) ?? []
    if (language === undefined) continue
    const content = parsedJson(text, (message) => fatal(file, message))
    if (content === undefined) continue
    const found = checkMessages(language, content, messages.get('en'))
    problems.push(...found.problems.map(({ message, isFatal }) => ({ file, message, isFatal })))
    if (found.catalog) messages.set(language, found.catalog)
  }

  const theme = readTheme(served.get('theme.css')?.content.toString() ?? '', new Set(served.keys()), notServed)
  for (const problem of theme.problems) fatal('theme.css', problem)

  const brand = readBrand(json.get('brand.json'), (message) => fatal('brand.json', message))
  const known = [...new Set([...shipped.keys(), ...messages.keys()])]
  const wanted = brand?.languages ?? known
  for (const language of wanted) {
    if (!known.includes(language)) {
      fatal('brand.json', `languages names ${language}, but messages/${language}.json is missing`)
    }
  }
  const [first, ...others] = wanted
  if (!brand || first === undefined || problems.some(({ isFatal }) => isFatal)) return { skin: null, problems }

  return {
    skin: {
      brand,
      languages: [first, ...others],
      messages,
      tokens: theme.tokens,
      schemes: theme.schemes,
      files: served,
      version: versionOf(served),
    },
    problems,
  }
}

function readBrand(text: string | undefined, onProblem: (message: string) => void) {
  if (text === undefined) onProblem('is missing: copy the one of the default skin')
  const content = text === undefined ? undefined : parsedJson(text, onProblem)
  if (content === undefined) return undefined
  const brand = brandSchema.safeParse(content)
  for (const { path, message } of brand.error?.issues ?? []) {
    // A value for all languages has an empty name instead of a language.
    const name = path.filter((part) => part !== '').join('.')
    onProblem(name === '' ? message : `${name} ${message}`)
  }
  return brand.data
}

function parsedJson(text: string, onProblem: (message: string) => void): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    onProblem(`is not valid JSON: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
}

function versionOf(files: ReadonlyMap<string, SkinFile>): string {
  const hash = createHash('sha256')
  for (const [path, { content }] of files) hash.update(`${path}\0${content.length}\0`).update(content)
  return hash.digest('hex').slice(0, 12)
}
