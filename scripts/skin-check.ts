import { parseArgs } from 'node:util'
import './command-line'
import { writeMissingTexts } from './skin-check/missing'
import { reportOn } from './skin-check/report'

/*
 * `npm run skin:check` lists every problem of the skin in a given folder, or in SKIN_DIR, without starting the app.
 * Exits with 1 if the skin needs work. With `--missing nl`, it first writes the texts that the skin lacks in that
 * language.
 */

const { positionals, values } = parseArgs({ allowPositionals: true, options: { missing: { type: 'string' } } })
const folder = positionals[0] ?? (process.env['SKIN_DIR'] || 'skin')

if (values.missing !== undefined) console.log(`${writeMissingTexts(folder, values.missing)}\n`)

const { lines, needsWork } = reportOn(folder)
console.log(lines.join('\n'))
process.exitCode = needsWork ? 1 : 0
