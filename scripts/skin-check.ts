import { parseArgs } from 'node:util'
import './command-line'
import { writeMissingTexts } from './skin-check/missing'
import { reportOn } from './skin-check/report'

/* With `--missing nl`, it first writes the texts that the skin lacks in that language. Exits with 1 if it needs work. */

const { positionals, values } = parseArgs({ allowPositionals: true, options: { missing: { type: 'string' } } })
const folder = positionals[0] ?? (process.env['SKIN_DIR'] || 'skin')

if (values.missing !== undefined) console.log(`${writeMissingTexts(folder, values.missing)}\n`)

const { lines, needsWork } = reportOn(folder)
console.log(lines.join('\n'))
process.exitCode = needsWork ? 1 : 0
