import { extname } from 'node:path'
import type { SkinFile } from '@/lib/skin/read-files'
import type { Scheme } from '@/lib/skin/theme'
import { nearest, suggestion } from './theme'

export interface Note {
  file: string
  message: string
}

/** On a slow phone (1.6 Mbit/s), a picture of this size takes two and a half seconds. */
const maxPictureBytes = 500_000

/** How a PNG, a JPEG, a WebP and an ICO begin, in hexadecimal. Browsers show each of them under any of the names. */
const pictureStart = /^(?:89504e470d0a1a0a|ffd8ff|52494646.{8}57454250|00000100)/
const fontStart = /^774f4632/

/** Without a namespace, or if its end is missing, browsers show no SVG that is a file of its own. */
const wholeSvg = /<svg\b[^>]*\sxmlns(?::svg)?\s*=(?:[^>]*\/>|[^]*<\/(?:svg:)?svg\s*>)/

export function brokenFiles(files: ReadonlyMap<string, SkinFile>): Note[] {
  return [...files].flatMap(([file, { content, type }]) => {
    const messages: string[] = []
    const wanted = wantedIn(content, type)
    if (wanted !== null) messages.push(`is not ${wanted}`)
    if (type.startsWith('image/') && content.length > maxPictureBytes) {
      const size = `${(content.length / 1_000_000).toFixed(1)} MB`
      messages.push(`has ${size}, so users on a phone wait for it: at most ${maxPictureBytes / 1_000_000} MB`)
    }
    return messages.map((message) => ({ file, message }))
  })
}

/** Null if the content is right, and for files that are neither pictures nor fonts. */
function wantedIn(content: Buffer, type: string): string | null {
  const start = content.subarray(0, 12).toString('hex')
  const svg = 'a whole SVG picture with <svg xmlns="http://www.w3.org/2000/svg">'
  if (type === 'image/svg+xml') return wholeSvg.test(content.toString()) ? null : svg
  if (type === 'font/woff2') return fontStart.test(start) ? null : 'a WOFF2 font'
  return pictureStart.test(start) || !type.startsWith('image/') ? null : 'a PNG, JPEG, WebP or ICO picture'
}

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
export function unreadFiles(paths: readonly string[], loaded: ReadonlySet<string>, schemes: readonly Scheme[]): Note[] {
  const unread = paths.flatMap((file) => {
    const end = extname(file).toLowerCase()
    if (loaded.has(file) || !(fonts.has(end) || others.has(end))) return []
    const row = namedFiles.find((names) => names.includes(file))
    const other = row?.find((name) => paths.includes(name))
    const isDark = row?.includes('logo-dark.svg') === true
    const hasLogo = paths.some((path) => /^logo\.(svg|png)$/.test(path))
    const reasons: [isUnread: boolean, reason: string][] = [
      [row !== undefined && other !== file, `${other} is read instead`],
      [isDark && !schemes.includes('dark'), 'the skin has no dark scheme'],
      [
        isDark && schemes.includes('light') && !hasLogo,
        'it is for the dark scheme, and there is no logo.svg or logo.png',
      ],
      [row === undefined, meant(file, end)],
    ]
    const reason = reasons.find(([isUnread]) => isUnread)?.[1]
    return reason === undefined ? [] : [{ file, message: `is not read: ${reason}` }]
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
