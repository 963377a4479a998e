import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { placesIn, type Place } from './mutate/places'
import { brokenText, choiceOf, writeSwitches } from './mutate/switches'

/*
 * Breaks places of the code one by one, in a clone of the last commit, and runs the tests: first the unit tests that
 * load the broken file, then, for the places that these have not noticed, the browser tests of the folder. The seed
 * chooses the places by their text, so two commits have the same places wherever their code is the same.
 */

/** The folders with places, and the browser tests that show what each does. */
const folders: Readonly<Record<string, readonly string[]>> = {
  'lib/connect': [
    'connect/arrival',
    'held-link',
    'confirm-page',
    'refusals',
    'redirect',
    'twice',
    'wallet',
    'strangers-link',
    'secrets',
  ],
  'lib/auth': ['login', 'own-site', 'attacks/provider', 'attacks/sessions', 'attacks/cookies', 'console/access'],
  'lib/service': ['refusals', 'waits', 'redirect', 'console/', 'secrets'],
  'lib/limits': ['waits', 'operations', 'server/redis', 'server/arrivals', 'attacks/requests', 'twice'],
}

/**
 * A broken loop never ends. A run that takes longer has noticed the change. All tests that load a file can need four
 * minutes on a machine with other work.
 */
const longestUnitRunMs = 900_000
const longestRunMs = 1_800_000

const { values } = parseArgs({
  options: {
    places: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    checkout: { type: 'string', default: '.' },
    browser: { type: 'boolean', default: false },
  },
})

const checkout = resolve(values.checkout)
const root = mkdtempSync(join(tmpdir(), 'mutate-'))
run('git', 'clone', '--quiet', '--no-hardlinks', checkout, root)
symlinkSync(join(checkout, 'node_modules'), join(root, 'node_modules'))

const places = placesIn(root, Object.keys(folders), Number(values.seed)).slice(0, Number(values.places))
const unnoticed = places.filter((place, index) => !report(index, place, failureInUnitTests(place)))
console.log(`\nThe unit tests notice ${places.length - unnoticed.length} of ${places.length} places.`)
if (values.browser) {
  writeSwitches(root, unnoticed)
  if (run('npm', 'run', '--silent', 'build').status !== 0) throw new Error('The build with the switches failed.')
  const still = unnoticed.filter((place, index) => !report(index, place, failureInBrowserTests(place, index + 1)))
  console.log(`\nWith the browser tests: ${places.length - still.length} of ${places.length} places.`)
}
rmSync(root, { recursive: true })

/** Prints what noticed a place. @returns whether any test did. */
function report(index: number, { file, line, before, after }: Place, failure: string | undefined): boolean {
  console.log(`${index + 1} ${file}:${line} ${failure === undefined ? 'NOT NOTICED' : `noticed: ${failure}`}`)
  if (failure === undefined) console.log(`  - ${before.trim()}\n  + ${after.trim()}`)
  return failure !== undefined
}

function failureInUnitTests(place: Place): string | undefined {
  const path = join(root, place.file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, brokenText(text, place))
  try {
    const beside = place.file.replace(/\.ts$/, '.test.ts')
    // The tests beside a file notice most changes, in seconds.
    const failure = existsSync(join(root, beside)) ? failureInVitest('run', beside) : undefined
    return failure ?? failureInVitest('related', '--run', place.file)
  } finally {
    writeFileSync(path, text)
  }
}

function failureInVitest(...options: string[]): string | undefined {
  return failureOf(runFor(longestUnitRunMs, 'npx', 'vitest', ...options, '--bail=1', '--reporter=dot'))
}

function failureInBrowserTests({ file }: Place, number: number): string | undefined {
  writeFileSync(choiceOf(root), String(number))
  const folder = Object.keys(folders).find((name) => file.startsWith(`${name}/`)) ?? ''
  return failureOf(run('npx', 'playwright', 'test', '--max-failures=1', ...(folders[folder] ?? [])))
}

function failureOf({ status, stdout, stderr }: ReturnType<typeof run>): string | undefined {
  if (status === 0) return undefined
  return (
    /^ *(?:FAIL|×|✘|\d+\)) +(.+)$/m.exec(stripVTControlCharacters(stdout + stderr))?.[1] ??
    'a run that does not end, or a file that does not load'
  )
}

function run(program: string, ...options: string[]) {
  return runFor(longestRunMs, program, ...options)
}

function runFor(timeout: number, program: string, ...options: string[]) {
  return spawnSync(program, options, { cwd: root, encoding: 'utf8', timeout, maxBuffer: 2 ** 28 })
}
