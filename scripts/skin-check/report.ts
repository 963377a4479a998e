import { flatten, type Catalog } from '@/lib/messages/catalog'
import { canonicalTag } from '@/lib/messages/language'
import { languages } from '@/lib/messages/languages'
import { brandSchema, everyLanguage, type BrandSettings } from '@/lib/skin/brand'
import { contrastProblems } from '@/lib/skin/contrast'
import { readFiles } from '@/lib/skin/read-files'
import { readSkin } from '@/lib/skin/read-skin'
import { readTheme } from '@/lib/skin/theme'
import { walletIds } from '@/lib/wallets'
import { brokenFiles, unreadFiles, type Note } from './files'
import { nearest, themeHints } from './theme'

/** `needsWork`: the app would not start with the skin, or users would not see or read a part of it. */
export function reportOn(folder: string): { lines: string[]; needsWork: boolean } {
  const { skin, problems } = readSkin(folder)
  const fatal = problems.filter(({ isFatal }) => isFatal)
  const contrast = (skin ? contrastProblems(skin) : []).map((message) => ({ file: 'theme.css', message }))
  const broken = brokenFiles(readFiles(folder, () => {}).served)
  const notes = [...problems.filter(({ isFatal }) => !isFatal), ...notesOn(folder)]
  const needsWork = fatal.length + contrast.length + broken.length > 0
  const verdict = needsWork ? 'needs work' : notes.length > 0 ? 'works, but see the notes' : 'is good'
  return {
    lines: [
      ...listed('The app does not start with it:', fatal),
      ...listed('Hard to read, below WCAG 2.2 AA:', contrast),
      ...listed('Broken or too large:', broken),
      ...listed('Notes:', notes),
      ...(skin ? [`Languages: ${skin.languages.join(', ')}. Visitors with any other language get the first one.`] : []),
      ...(skin ? [`Colour schemes: ${skin.schemes.join(', ')}.`] : []),
      `The skin in ${folder} ${verdict}.`,
    ],
    needsWork,
  }
}

const listed = (title: string, notes: readonly Note[]): string[] =>
  notes.length === 0 ? [] : [title, ...notes.map(({ file, message }) => `  ${file} ${message}`), '']

/** Lists the likely mistakes of a skin that the app does not look for. */
function notesOn(folder: string): Note[] {
  const { served, json, others } = readFiles(folder, () => {})
  const css = served.get('theme.css')?.content.toString() ?? ''
  const theme = readTheme(css, new Set(served.keys()), others)
  const hints = theme.problems.length === 0 ? themeHints(css) : []
  return [
    ...hints.map((message) => ({ file: 'theme.css', message })),
    ...unreadFiles([...served.keys(), ...others], theme.loaded, theme.schemes),
    ...[...json].flatMap(([file, text]) => misspeltNames(file, text)),
    ...notesOnLanguages(json),
  ]
}

/** Finds texts in languages that pages do not offer, and files of unknown languages. */
function notesOnLanguages(json: ReadonlyMap<string, string>): Note[] {
  const brand = brandSchema.safeParse(parsed(json.get('brand.json') ?? '')).data
  if (!brand) return []
  const own = [...json.keys()]
    .flatMap((file) => /^messages\/([^/]+)\.json$/.exec(file)?.[1] ?? [])
    .filter((language) => canonicalTag(language) === language)
  const offered = brand.languages ?? [...languages.keys(), ...own]
  // The English texts replace those that another language lacks.
  const isFallback = (language: string) => language === 'en' && offered.some((other) => !languages.has(other))
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  const files = own.flatMap((language): Note[] => {
    const file = `messages/${language}.json`
    if (!offered.includes(language) && !isFallback(language)) {
      return [{ file, message: 'is not read: languages in brand.json does not name it' }]
    }
    return names.of(language) === undefined ? [{ file, message: 'is for an unknown language: check its tag' }] : []
  })
  const texts = textsOf(brand).flatMap(([name, values]) =>
    Object.keys(values ?? {})
      .filter((language) => language !== everyLanguage && !offered.includes(language))
      .map((language) => `${name} has a text for ${language}, which is not in languages`),
  )
  return [...files, ...texts.map((message) => ({ file: 'brand.json', message }))]
}

/** Each text by language has the name of its setting: `links.footer.0.label`. */
function textsOf({ links, ...brand }: BrandSettings) {
  const { name, service, operator, connectLabel, benefit, supportUrl, consent } = brand
  const ofLinks = (['header', 'footer'] as const).flatMap((place) =>
    links[place].flatMap(({ label, url }, index) => [
      [`links.${place}.${index}.label`, label] as const,
      [`links.${place}.${index}.url`, url] as const,
    ]),
  )
  return [...Object.entries({ name, service, operator, connectLabel, benefit, supportUrl, consent }), ...ofLinks]
}

const english = [...flatten(languages.get('en') ?? {}).keys()]
const namesOfLinks = ['header', 'footer', 'label', 'url', 'light', 'dark']
const namesOfBrand = [...Object.keys(brandSchema.shape), ...namesOfLinks, ...walletIds]

function misspeltNames(file: string, text: string): Note[] {
  const isBrand = file === 'brand.json'
  if (!isBrand && !file.startsWith('messages/')) return []
  const content = parsed(text)
  const known = isBrand ? namesOfBrand : english
  const unknown = isBrand ? unknownInBrand(content) : [...flatten(content).keys()].filter((key) => !known.includes(key))
  return unknown.flatMap((name) => {
    const meant = nearest(name, known)
    return meant === undefined ? [] : [{ file, message: `has ${name}: did you mean ${meant}?` }]
  })
}

function unknownInBrand(content: Catalog): string[] {
  const issues = brandSchema.safeParse(content).error?.issues ?? []
  return issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') return issue.keys
    const [list, index] = issue.path
    const wallet = list === 'wallets' ? Object.values(content['wallets'] ?? {})[Number(index)] : undefined
    return typeof wallet === 'string' ? [wallet] : []
  })
}

/** The content of a file; empty if it is not JSON of an object. The check of the skin reports that. */
function parsed(text: string): Catalog {
  try {
    const content: unknown = JSON.parse(text)
    return typeof content === 'object' && content !== null ? (content as Catalog) : {}
  } catch {
    return {}
  }
}
