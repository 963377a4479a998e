import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { placesIn, type Place } from './mutate/places'
import { testsThatLoad } from './mutate/tests'

/*
 * Breaks places of the code one by one, in a clone of the last commit, and runs the unit tests that load the broken
 * file. A place whose change no test notices has no test. The seed chooses the places by their text, so two commits
 * have the same places wherever their code is the same.
 */

const folders = ['lib/connect', 'lib/auth', 'lib/service', 'lib/limits']

/** A broken loop never ends. A run that takes longer has noticed the change. */
const longestRunMs = 240_000

const { values } = parseArgs({
  options: {
    places: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    checkout: { type: 'string', default: '.' },
  },
})

const checkout = resolve(values.checkout)
const root = mkdtempSync(join(tmpdir(), 'mutate-'))
spawnSync('git', ['clone', '--quiet', '--no-hardlinks', checkout, root], { stdio: 'inherit' })
symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'))

const places = placesIn(root, folders, Number(values.seed)).slice(0, Number(values.places))
let noticed = 0
for (const [index, place] of places.entries()) {
  const test = testThatNotices(place)
  if (test !== undefined) noticed += 1
  console.log(`${index + 1} ${place.file}:${place.line} ${test === undefined ? 'NOT NOTICED' : `noticed by ${test}`}`)
  if (test === undefined) console.log(`  - ${place.before.trim()}\n  + ${place.after.trim()}`)
}
console.log(`\n${noticed} of ${places.length} noticed.`)
rmSync(root, { recursive: true })

/** Returns the first unit test that fails on the change; undefined if all pass. */
function testThatNotices({ file, line, after }: Place): string | undefined {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    text
      .split('\n')
      .with(line - 1, after)
      .join('\n'),
  )
  try {
    const [closest = [], others = []] = inTwo(testsThatLoad(root, file))
    return failureOf(closest) ?? failureOf(others)
  } finally {
    writeFileSync(path, text)
  }
}

/** Splits tests into the first four, which notice most changes in seconds, and the others. */
const inTwo = (tests: string[]): string[][] => [tests.slice(0, 4), tests.slice(4)]

function failureOf(tests: string[]): string | undefined {
  if (tests.length === 0) return undefined
  const options = ['vitest', 'run', '--bail=1', '--retry=0', '--reporter=dot', ...tests]
  const { status, stdout } = spawnSync('npx', options, { cwd: root, encoding: 'utf8', timeout: longestRunMs })
  if (status === 0) return undefined
  return /^ *(?:FAIL|×) +(.+)$/m.exec(stdout)?.[1] ?? 'a run that does not end, or a file that does not load'
}
