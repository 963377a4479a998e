import { extname } from 'node:path'
import { suggestion, nearest } from './nearest'
import type { Scheme } from '@/lib/skin/theme'

/** The files that the app reads by name. Of the alternatives in a row, it reads the first existing file. */
const namedFiles = [
  ['logo.svg', 'logo.png'],
  ['logo-dark.svg', 'logo-dark.png'],
  ['icon.svg', 'icon.png'],
  ['service.svg'],
  ['apple-touch-icon.png'],
  ['favicon.ico'],
  ['preview.png'],
  ['theme.css'],
]

const maxNamed = 5

const fonts = new Set(['.woff2', '.woff', '.ttf', '.otf', '.eot'])
const others = new Set(['.css', '.svg', '.png', '.jpg', '.jpeg', '.webp', '.gif', '.avif', '.ico'])

/** Finds the pictures, fonts and style sheets of a skin that neither the app nor its theme loads, with the reason. */
export function unreadFiles(
  paths: readonly string[],
  loaded: ReadonlySet<string>,
  schemes: readonly Scheme[],
): { file: string; message: string }[] {
  const unread = paths.flatMap((file) => {
    const end = extname(file).toLowerCase()
    if (loaded.has(file) || !(fonts.has(end) || others.has(end))) return []
    const row = namedFiles.find((names) => names.includes(file))
    const other = row?.find((name) => paths.includes(name))
    if (row && other !== file) return [{ file, message: `is not read: ${other} is read instead` }]
    if (row?.includes('logo-dark.svg') && !schemes.includes('dark')) {
      return [{ file, message: 'is not read: the skin has no dark scheme' }]
    }
    if (
      row?.includes('logo-dark.svg') &&
      schemes.includes('light') &&
      !paths.some((path) => /^logo\.(svg|png)$/.test(path))
    ) {
      return [{ file, message: 'is not read: it is for the dark scheme, and there is no logo.svg or logo.png' }]
    }
    return row ? [] : [{ file, message: `is not read: ${meant(file, end)}` }]
  })
  const [firstLeftOut] = unread.slice(maxNamed)
  if (!firstLeftOut) return unread
  const message = `is not read, and neither are ${unread.length - maxNamed - 1} more files`
  return [...unread.slice(0, maxNamed), { ...firstLeftOut, message }]
}

function meant(file: string, end: string): string {
  if (fonts.has(end) && end !== '.woff2') return 'fonts are .woff2 files'
  if (fonts.has(end)) return 'theme.css has no @font-face with it'
  if (end === '.css') return 'theme.css is the only style sheet'
  const names = namedFiles.flat()
  return nearest(file, names) === undefined
    ? `theme.css does not load it, and the app knows ${names.join(', ')}`
    : suggestion(file, names)
}
