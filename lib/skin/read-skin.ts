import { createHash } from 'node:crypto'
import { z } from 'zod'
import { brandPlaceholders, flatten, placeholdersOf, type Catalog } from '@/lib/messages/catalog'
import { canonicalTag } from '@/lib/messages/language'
import { languages as shipped } from '@/lib/messages/languages'
import { brandSchema, type BrandSettings } from './brand'
import { readFiles, type SkinFile } from './read-files'
import { readTheme, type Scheme, type Tokens } from './theme'

export interface Skin {
  /** In all languages. `brandIn` picks one. */
  brand: BrandSettings
  /** The first one is the fallback. */
  languages: readonly [string, ...string[]]
  /** By language. Shipped texts replace missing ones. */
  messages: ReadonlyMap<string, Catalog>
  /** Those of the default skin replace missing ones. */
  tokens: Tokens
  /** Both, or the one to which the theme sets `color-scheme`. */
  schemes: readonly [Scheme, ...Scheme[]]
  /** What browsers may load, by path. */
  files: ReadonlyMap<string, SkinFile>
  /** A hash of these files, so that browsers may cache them. */
  version: string
}

/** If `isFatal`, the app does not start. */
export interface SkinProblem {
  file: string
  message: string
  isFatal: boolean
}

/** The skin is null if any problem is fatal. */
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

const catalogSchema: z.ZodType<Catalog> = z.lazy(() => z.record(z.string(), z.union([z.string(), catalogSchema])))

/** A problem counts further keys. */
const maxNamed = 5

/**
 * Checks a skin's texts for one language. The shipped text replaces a missing one. In a language that is not shipped,
 * the English text does, with a problem that is not fatal.
 *
 * @param ownEnglish - the skin's own English texts.
 * @returns `catalog` without unknown texts and, in a language that is not shipped, without untranslated ones. Null if
 *   the content or the tag is invalid.
 */
export function checkMessages(language: string, content: unknown, ownEnglish?: Catalog) {
  const english = flatten(shipped.get('en') ?? {})
  const parsed = catalogSchema.safeParse(content)
  const refused = (message: string) => ({ catalog: null, problems: [{ message, isFatal: true }] })
  if (!parsed.success) return refused('has something other than texts and groups of texts')
  if (canonicalTag(language) !== language) return refused('is not named by a language, like de.json')
  const problems: Omit<SkinProblem, 'file'>[] = []
  const note = (message: string, isFatal = false) => void problems.push({ message, isFatal })
  const all = [...flatten(parsed.data)]
  const unknown = all.flatMap(([key]) => (english.has(key) ? [] : [key]))
  // A removed text must not stop the app after an upgrade.
  for (const message of unknownTexts(unknown)) note(message)
  const knownTexts = new Map(all.filter(([key]) => !unknown.includes(key)))
  for (const [key, text] of knownTexts) {
    const placeholders = placeholdersOf(text)
    if (placeholders === null) {
      const [, tag] = /<\/?([a-z][\w-]*)/i.exec(text) ?? []
      const reason = tag === undefined ? 'is not a valid ICU message: check its braces' : `has <${tag}>: no tags`
      note(`${key} ${reason}`, true)
      continue
    }
    if (text.trim() === '') note(`${key} is empty: leave it out for the shipped text`)
    const allowed = placeholdersOf(english.get(key) ?? '') ?? new Set()
    const unfilled = [...placeholders].filter((name) => !allowed.has(name) && !brandPlaceholders.has(name))
    if (unfilled.length > 0) note(`${key} has unknown placeholders: {${unfilled.join('}, {')}}`, true)
    const leftOut = [...allowed].filter((name) => !placeholders.has(name) && !brandPlaceholders.has(name))
    if (leftOut.length > 0) note(`${key} leaves out {${leftOut.join('}, {')}}, which the English text has`)
  }
  if (shipped.has(language)) return { catalog: Object.fromEntries(knownTexts), problems }
  const missing = missingTexts(parsed.data, ownEnglish)
  if (missing.length > 0) {
    const named = missing.slice(0, maxNamed).join(', ')
    note(`leaves ${missing.length} texts in English: ${named}${missing.length > maxNamed ? ', …' : ''}`)
  }
  const translated = [...knownTexts].filter(([key]) => !missing.includes(key))
  return { catalog: Object.fromEntries(translated), problems }
}

function unknownTexts(keys: readonly string[]): string[] {
  const named = keys.slice(0, maxNamed).map((key) => `${key} is not a text of this version`)
  const more = keys.length - named.length
  return more > 0 ? [...named, `has ${more} more texts that are not of this version`] : named
}

/** The keys of English texts that a catalog lacks or leaves unchanged. */
export function missingTexts(catalog: Catalog, ownEnglish: Catalog = {}): string[] {
  const texts = flatten(catalog)
  const own = flatten(ownEnglish)
  return Array.from(flatten(shipped.get('en') ?? {})).flatMap(([key, text]) =>
    [undefined, text, own.get(key)].includes(texts.get(key)) ? [key] : [],
  )
}
