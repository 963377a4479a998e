import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

/*
 * Counts hard-to-read phrases in comments, test names and documents. Then names 40 files for a reviewer who did not
 * write them. The same seed chooses the same files.
 */

const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, files: { type: 'string', default: '40' } },
})

const phrases: Readonly<Record<string, RegExp>> = {
  'is none, are none': /\b(?:is|are|was|be) none\b/gi,
  'so many, so much, so long': /\bso (?:many|much|long|often|far)\b/gi,
  'nobody, somebody, whoever': /\b(?:nobody|somebody|no one|someone|whoever|anybody)\b/gi,
  told: /\btold\b/gi,
  'is away': /\b(?:is|was|are|be|while|redis) away\b/gi,
  'whatever, what it is of': /\b(?:whatever|what it is of|what holds)\b/gi,
  'of what, to what':
    /\b(?:of|for|with|by|to|in|than|from|and|that is) what (?:is|was|it|they|has|have|the|a|can|came)\b/gi,
  'that of, those that': /\b(?:that of|those of|those that|that which)\b/gi,
  'goes on': /\bgo(?:es)? on\b/gi,
  anew: /\banew\b/gi,
  'the one, the other': /\b(?:the one|the other)\b/gi,
  'of its own': /\bof (?:its|their|our) own\b/gi,
}

const comment = /\/\*[^]*?\*\/|(?<=^|\s)\/\/[^\n]*/g
const testName = /\b(?:it|test|describe)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[^])*)\1/g

function proseOf(file: string): string {
  const text = readFileSync(file, 'utf8')
  if (file.endsWith('.md')) return text
  const names = /\.(?:test|spec)\./.test(file) ? Array.from(text.matchAll(testName), ([, , name = '']) => name) : []
  return [...(text.match(comment) ?? []), ...names].join('\n').replace(/\n\s*(?:\*|\/\/)?\s*/g, ' ')
}

const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css', '*.md'], { encoding: 'utf8' })
  .split('\n')
  // The interface, in docs/interface.md, is not this project's text.
  .filter((file) => file !== '' && file !== 'docs/interface.md' && file !== 'lab/prose.ts')
const prose = files.map(proseOf)

console.log(`${files.length} files, ${prose.join(' ').split(/\s+/).length} words of prose`)
for (const [name, phrase] of Object.entries(phrases)) {
  const count = prose.reduce((sum, text) => sum + (text.match(phrase)?.length ?? 0), 0)
  console.log(`${String(count).padStart(6)}  ${name}`)
}

const placeOf = (file: string) => createHash('sha256').update(`${values.seed} ${file}`).digest('hex')
const sample = files
  .filter((_file, index) => (prose[index] ?? '').split(/\s+/).length > 30)
  .sort((first, second) => placeOf(first).localeCompare(placeOf(second)))
console.log(`\nA sample by the seed ${values.seed}:`)
for (const file of sample.slice(0, Number(values.files))) console.log(`  ${file}`)
