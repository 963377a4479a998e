import { flatten, type Catalog } from '@/lib/messages/catalog'
import { languages } from '@/lib/messages/languages'
import { brandSchema } from '@/lib/skin/brand'
import { readFiles } from '@/lib/skin/read-files'
import { readTheme } from '@/lib/skin/theme'
import { walletIds } from '@/lib/wallets'
import { nearest } from './nearest'
import { themeHints } from './theme-hints'
import { unreadFiles } from './unread-files'

/** A line about a file of a skin. */
export interface Note {
  file: string
  message: string
}

/**
 * Lists the likely mistakes of a skin that the app does not look for: unknown tokens, fonts and files that nobody
 * reads, and the names that misspelt ones in its JSON most likely mean.
 */
export function notesOn(folder: string): Note[] {
  const { served, json, others } = readFiles(folder, () => {})
  const css = served.get('theme.css')?.content.toString() ?? ''
  const theme = readTheme(css, new Set(served.keys()), others)
  const hints = theme.problems.length === 0 ? themeHints(css) : []
  return [
    ...hints.map((message) => ({ file: 'theme.css', message })),
    ...unreadFiles([...served.keys(), ...others], theme.loaded, theme.schemes),
    ...[...json].flatMap(([file, text]) => misspeltNames(file, text)),
  ]
}

const english = [...flatten(languages.get('en') ?? {}).keys()]
const namesOfBrand = [
  ...Object.keys(brandSchema.shape),
  'header',
  'footer',
  'label',
  'url',
  'light',
  'dark',
  ...walletIds,
]

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

/** The content of a file; empty if it is not JSON of an object, which the check of the skin reports. */
function parsed(text: string): Catalog {
  try {
    const content: unknown = JSON.parse(text)
    return typeof content === 'object' && content !== null ? (content as Catalog) : {}
  } catch {
    return {}
  }
}
