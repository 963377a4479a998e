import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { JSONReport, JSONReportSuite } from 'playwright/types/testReporter'
import type { JsonTestResults } from 'vitest/reporters'

/*
 * Runs everything that CI checks, one stage after another, because each uses all cores. At the end it prints the times,
 * the failed tests, the tests that passed only on a second try, and the numbers.
 */

interface Stage {
  name: string
  command: [program: string, ...options: string[]]
  seconds?: number
  isOk?: boolean
}

const maxReason = 2000

const folder = mkdtempSync(join(tmpdir(), 'test-results-'))
const unitResults = join(folder, 'unit.json')
const browserResults = join(folder, 'browser.json')

const npmScript = (name: string): Stage['command'] => ['npm', 'run', '--silent', name]
const prepare: Stage = { name: 'prepare', command: ['npx', 'tsx', 'scripts/prepare-tests.ts'] }
const lint: Stage = { name: 'lint', command: npmScript('lint') }
const build: Stage = { name: 'build', command: npmScript('build') }
const types: Stage = { name: 'types', command: npmScript('typecheck') }
const unit: Stage = {
  name: 'unit tests',
  // The stage `lint` runs the project `documents`.
  command: [
    'npx',
    'vitest',
    'run',
    '--project=!documents',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${unitResults}`,
  ],
}
const javascript: Stage = { name: 'JavaScript', command: ['npx', 'tsx', 'scripts/check-javascript.ts'] }
const browser: Stage = { name: 'browser tests', command: ['npx', 'playwright', 'test', '--reporter=list,json'] }
const stages = [prepare, lint, types, unit, build, javascript, browser]

const startedAt = performance.now()
if (run(prepare)) {
  for (const stage of [lint, types, unit]) run(stage)
  if (run(build)) for (const stage of [javascript, browser]) run(stage)
}

const { passed, failed, skipped, names } = results()
rmSync(folder, { recursive: true })
console.log('')
for (const { name, seconds, isOk } of stages) {
  const result = isOk === undefined ? 'not run' : `${seconds?.toFixed(0).padStart(5)} s${isOk ? '' : '   failed'}`
  console.log(`  ${name.padEnd(15)}${result}`)
}
console.log(`  ${'together'.padEnd(15)}${secondsSince(startedAt).toFixed(0).padStart(5)} s\n`)
for (const name of names.failed) console.log(`Failed: ${name}`)
for (const name of names.flaky) console.log(`Flaky, passed on a second try: ${name}`)
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} not run` : ''}`)
process.exitCode = stages.every(({ isOk }) => isOk) ? 0 : 1

function run(stage: Stage): boolean {
  const begunAt = performance.now()
  console.log(`\n[${stage.name}]`)
  const [program, ...options] = stage.command
  const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: browserResults }
  stage.isOk = spawnSync(program, options, { env, stdio: ['ignore', 'inherit', 'inherit'] }).status === 0
  stage.seconds = secondsSince(begunAt)
  return stage.isOk
}

function results() {
  const units = read<JsonTestResults>(unitResults)
  const { stats, suites = [] } = read<JSONReport>(browserResults) ?? {}
  const failedUnits = (units?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    // A file that fails to load has no tests. A file whose end fails has only tests that passed.
    const isOfFile = status === 'failed' && tests.length === 0
    // With the reason, because the tests after this one have moved it far up.
    const titles = isOfFile
      ? [`the file: ${message}`]
      : tests.map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages?.join('\n').slice(0, maxReason)}`)
    return titles.map((title) => `${relative('.', name)} › ${title}`)
  })
  return {
    passed: (units?.numPassedTests ?? 0) + (stats?.expected ?? 0) + (stats?.flaky ?? 0),
    failed: (units?.numFailedTests ?? 0) + (stats?.unexpected ?? 0),
    skipped: (units?.numPendingTests ?? 0) + (stats?.skipped ?? 0),
    names: {
      failed: [...failedUnits, ...suites.flatMap((suite) => testsThatEnded('unexpected', suite))],
      flaky: suites.flatMap((suite) => testsThatEnded('flaky', suite)),
    },
  }
}

function testsThatEnded(status: 'unexpected' | 'flaky', { title, specs, suites = [] }: JSONReportSuite): string[] {
  const titles = specs.filter(({ tests }) => tests.some((test) => test.status === status)).map((spec) => spec.title)
  return [...titles, ...suites.flatMap((inner) => testsThatEnded(status, inner))].map((path) => `${title} › ${path}`)
}

function read<Report>(path: string): Report | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Report) : undefined
}

function secondsSince(time: number): number {
  return (performance.now() - time) / 1000
}
