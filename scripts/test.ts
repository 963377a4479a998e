import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

/*
 * Everything that CI checks. Lint, unit tests and the build need nothing of each other and run at once; the browser
 * tests need the build, and begin when there is one. Ends with how long each stage took, and with the number of tests
 * that passed and failed, as vitest and Playwright report it.
 */

interface Stage {
  name: string
  /** What `npm run` is given. */
  command: string[]
  seconds?: number
  isOk?: boolean
}

const folder = mkdtempSync(join(tmpdir(), 'test-results-'))
const unitResults = join(folder, 'unit.json')
const browserResults = join(folder, 'browser.json')

const prepare: Stage = { name: 'prepare', command: ['test:prepare'] }
const lint: Stage = { name: 'lint', command: ['lint'] }
const build: Stage = { name: 'build', command: ['build'] }
const types: Stage = { name: 'types', command: ['typecheck'] }
const unit: Stage = {
  name: 'unit tests',
  command: ['test:unit', '--', '--reporter=default', '--reporter=json', `--outputFile.json=${unitResults}`],
}
/** That no page loads more than its budget. */
const javascript: Stage = { name: 'JavaScript', command: ['check:js'] }
const browser: Stage = { name: 'browser tests', command: ['test:browser', '--', '--reporter=list,json'] }
const stages = [prepare, lint, unit, build, types, javascript, browser]

const startedAt = performance.now()
if (await run(prepare, 'shown as it comes')) {
  const lintIsOver = run(lint)
  const unitIsOver = run(unit)
  if (await run(build)) {
    // As the build does, it writes the types of the routes. Nothing that browsers are sent depends on it.
    const typesAreOver = run(types)
    await run(javascript)
    await lintIsOver
    // The unit tests are the longest of these, and wait for much of their time.
    await run(browser, 'shown as it comes')
    await typesAreOver
  }
  await Promise.all([lintIsOver, unitIsOver])
}

const { passed, failed, skipped } = results()
rmSync(folder, { recursive: true })
say('')
for (const { name, seconds, isOk } of stages) {
  const result = isOk === undefined ? 'not run' : `${seconds?.toFixed(0).padStart(5)} s${isOk ? '' : '   failed'}`
  say(`  ${name.padEnd(15)}${result}`)
}
say(`  ${'together'.padEnd(15)}${secondsSince(startedAt).toFixed(0).padStart(5)} s\n`)
say(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} not run` : ''}`)
process.exitCode = stages.every(({ isOk }) => isOk) ? 0 : 1

/** Runs a stage, and shows its output as it comes or once it is over. @returns whether it succeeded. */
async function run(
  stage: Stage,
  output: 'shown as it comes' | 'shown at the end' = 'shown at the end',
): Promise<boolean> {
  const begunAt = performance.now()
  const channel = output === 'shown as it comes' ? 'inherit' : 'pipe'
  const child = spawn('npm', ['run', '--silent', ...stage.command], {
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: browserResults },
    stdio: ['ignore', channel, channel],
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const [exitCode] = (await once(child, 'close')) as [number | null]
  stage.seconds = secondsSince(begunAt)
  const isOk = exitCode === 0
  stage.isOk = isOk
  if (channel === 'pipe') say(`\n[${stage.name}]\n${Buffer.concat(chunks).toString().trimEnd()}`)
  return isOk
}

/** What the reporters have counted; a run that never wrote its results has counted nothing. */
function results(): { passed: number; failed: number; skipped: number } {
  const vitest = z.object({
    numPassedTests: z.number(),
    numFailedTests: z.number(),
    numPendingTests: z.number(),
  })
  const playwright = z.object({
    stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  })
  const units = vitest.safeParse(read(unitResults)).data
  const browsers = playwright.safeParse(read(browserResults)).data?.stats
  return {
    passed: (units?.numPassedTests ?? 0) + (browsers?.expected ?? 0),
    // One that needed a second run has failed.
    failed: (units?.numFailedTests ?? 0) + (browsers?.unexpected ?? 0) + (browsers?.flaky ?? 0),
    skipped: (units?.numPendingTests ?? 0) + (browsers?.skipped ?? 0),
  }
}

function read(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

function secondsSince(time: number): number {
  return (performance.now() - time) / 1000
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
