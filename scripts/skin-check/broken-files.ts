import type { SkinFile } from '@/lib/skin/read-files'
import type { Note } from './notes'

/** On a slow phone (1.6 Mbit/s), a picture of this size takes two and a half seconds. */
const maxPictureBytes = 500_000

/** How a PNG, a JPEG, a WebP and an ICO begin, in hexadecimal. Browsers show each of them under any of the names. */
const pictureStart = /^(?:89504e470d0a1a0a|ffd8ff|52494646.{8}57454250|00000100)/
const fontStart = /^774f4632/

/** Without a namespace, or if its end is missing, browsers show no SVG that is a file of its own. */
const wholeSvg = /<svg\b[^>]*\sxmlns(?::svg)?\s*=(?:[^>]*\/>|[^]*<\/(?:svg:)?svg\s*>)/

/** Finds the pictures and fonts of a skin that have another content, and the pictures that users wait for. */
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

/** Says what a file should contain. Null if it does, and for files that are neither pictures nor fonts. */
function wantedIn(content: Buffer, type: string): string | null {
  const start = content.subarray(0, 12).toString('hex')
  if (type === 'image/svg+xml') {
    return wholeSvg.test(content.toString())
      ? null
      : 'a whole SVG picture with <svg xmlns="http://www.w3.org/2000/svg">'
  }
  if (type === 'font/woff2') return fontStart.test(start) ? null : 'a WOFF2 font'
  return pictureStart.test(start) || !type.startsWith('image/') ? null : 'a PNG, JPEG, WebP or ICO picture'
}
