import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'

/*
 * Everything that CI checks. Lint, unit tests and the build need nothing of each other and run at once. The browser
 * tests need the build, and have the machine to themselves. Ends with how long each stage took, which tests failed,
 * which browser tests passed only at a second try, and how many passed and failed, as vitest and Playwright report it.
 */

interface Stage {
  name: string
  command: [program: string, ...options: string[]]
  seconds?: number
  isOk?: boolean
}

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
  command: ['npx', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitResults}`],
}
/** That no page loads more than its budget. */
const javascript: Stage = { name: 'JavaScript', command: ['npx', 'tsx', 'scripts/check-javascript.ts'] }
const browser: Stage = { name: 'browser tests', command: ['npx', 'playwright', 'test', '--reporter=list,json'] }
const stages = [prepare, lint, unit, build, types, javascript, browser]

const unitReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
})

const suite = z.object({
  title: z.string(),
  specs: z.array(z.object({ title: z.string(), tests: z.array(z.object({ status: z.string() })) })),
  get suites() {
    return z.array(suite).optional()
  },
})
const browserReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
  suites: z.array(suite),
})

const startedAt = performance.now()
if (await run(prepare, 'shown as it comes')) {
  const needNoBuild = Promise.all([run(lint), run(unit)])
  const isBuilt = await run(build)
  // As the build does, `types` writes the types of the routes. Nothing that browsers are sent depends on it.
  if (isBuilt) await Promise.all([run(types), run(javascript)])
  // Beside these, browsers and apps would wait for the processor, and their tests for them.
  await needNoBuild
  if (isBuilt) await run(browser, 'shown as it comes')
}

const { passed, failed, skipped, names } = results()
rmSync(folder, { recursive: true })
say('')
for (const { name, seconds, isOk } of stages) {
  const result = isOk === undefined ? 'not run' : `${seconds?.toFixed(0).padStart(5)} s${isOk ? '' : '   failed'}`
  say(`  ${name.padEnd(15)}${result}`)
}
say(`  ${'together'.padEnd(15)}${secondsSince(startedAt).toFixed(0).padStart(5)} s\n`)
for (const name of names.failed) say(`Failed: ${name}`)
for (const name of names.flaky) say(`Flaky, passed at a second try: ${name}`)
say(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} not run` : ''}`)
process.exitCode = stages.every(({ isOk }) => isOk) ? 0 : 1

/** Runs a stage, and shows its output as it comes or once it is over. @returns whether it succeeded. */
async function run(
  stage: Stage,
  output: 'shown as it comes' | 'shown at the end' = 'shown at the end',
): Promise<boolean> {
  const begunAt = performance.now()
  const channel = output === 'shown as it comes' ? 'inherit' : 'pipe'
  const [program, ...options] = stage.command
  const child = spawn(program, options, {
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
function results() {
  const units = unitReport.safeParse(read(unitResults)).data
  const { stats, suites = [] } = browserReport.safeParse(read(browserResults)).data ?? {}
  const failedUnits = (units?.testResults ?? []).flatMap(({ name, status, assertionResults }) => {
    const tests = assertionResults.filter((test) => test.status === 'failed')
    // A file that cannot be loaded has no tests.
    const titles = status === 'failed' && tests.length === 0 ? ['the file'] : tests.map((test) => test.fullName)
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

/** The browser tests of this status, each by the titles that lead to it. */
function testsThatEnded(
  status: 'unexpected' | 'flaky',
  { title, specs, suites = [] }: z.infer<typeof suite>,
): string[] {
  const own = specs.filter(({ tests }) => tests.some((test) => test.status === status)).map((spec) => spec.title)
  return [...own, ...suites.flatMap((inner) => testsThatEnded(status, inner))].map((path) => `${title} › ${path}`)
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
