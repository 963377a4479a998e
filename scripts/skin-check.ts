import { parseArgs } from 'node:util'
import { contrastProblems } from '@/lib/skin/contrast'
import { readSkin } from '@/lib/skin/read-skin'
import { writeMissingTexts } from './skin-check/missing'
import { notesOn, type Note } from './skin-check/notes'

/*
 * `npm run skin:check` lists every problem of the skin in a given folder, or in SKIN_DIR, without starting the app.
 * Exits with 1 if the app would not start with the skin, or if a text is hard to read. With `--missing nl`, it first
 * writes the texts that the skin lacks in that language.
 */

const { positionals, values } = parseArgs({ allowPositionals: true, options: { missing: { type: 'string' } } })
const folder = positionals[0] ?? (process.env['SKIN_DIR'] || 'skin')

if (values.missing !== undefined) console.log(`${writeMissingTexts(folder, values.missing)}\n`)

const { skin, problems } = readSkin(folder)
const fatal = problems.filter(({ isFatal }) => isFatal)
const contrast = skin ? contrastProblems(skin) : []

list('The app does not start with it:', fatal)
list(
  'Hard to read, below WCAG 2.2 AA:',
  contrast.map((message) => ({ file: 'theme.css', message })),
)
list('Notes:', [...problems.filter(({ isFatal }) => !isFatal), ...notesOn(folder)])
if (skin) {
  console.log(`Languages: ${skin.languages.join(', ')}. Visitors with any other language get the first one.`)
  console.log(`Colour schemes: ${skin.schemes.join(', ')}.`)
}
const isGood = fatal.length === 0 && contrast.length === 0
console.log(isGood ? `The skin in ${folder} is good.` : `The skin in ${folder} needs work.`)
process.exitCode = isGood ? 0 : 1

function list(title: string, lines: readonly Note[]): void {
  if (lines.length === 0) return
  console.log(title)
  for (const { file, message } of lines) console.log(`  ${file} ${message}`)
  console.log('')
}
