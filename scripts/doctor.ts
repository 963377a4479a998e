import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import nextEnv from '@next/env'
import { namesSetByTheSystem, parseConfig, unknownVariables, variableNames } from '../lib/config'
import { examine } from './doctor/checks'
import { Deployment } from './doctor/deployment'
import { countsOf, tableOf } from './doctor/report'
import type { Subject } from './doctor/subject'

/*
 * `npm run doctor`: what holds of a deployment, what does not, and what to do. The build also makes one file of it,
 * `doctor.mjs` in the standalone output, which runs where nothing else is installed.
 *
 * It reads the environment as the app does, `.env.local` included, and asks the service, Redis and the deployment
 * itself. docs/operate/doctor.md says what that leaves behind.
 */

const usage = `Checks a deployment of Subnet Connect, and says what is wrong and what to do.

  --url ADDRESS   the running deployment, as browsers reach it; default NEXTAUTH_URL.
                  Without an environment, what can be seen from outside is checked.
  --json          the findings as JSON
  --help          this text

Set METRICS_TOKEN to the deployment's own, and it tells how requests reach it and which version it is.

Exit code: 0 where nothing is wrong, 1 where something is, 2 where the doctor could not run.`

/** Names that say nothing of a deployment by themselves. */
const namesOfNoDeployment = new Set([...namesSetByTheSystem, 'METRICS_TOKEN', 'LOG_LEVEL'])

class UsageError extends Error {}

function readOptions() {
  try {
    return parseArgs({
      options: { url: { type: 'string' }, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function readSubject(url: string | undefined): Subject {
  const folder = projectFolder()
  nextEnv.loadEnvConfig(folder, false, { info: () => {}, error: console.error })
  const isGiven = variableNames.some((name) => !namesOfNoDeployment.has(name) && process.env[name]?.trim())
  const environment = isGiven ? parseConfig(process.env) : undefined
  if (!environment && url === undefined) {
    throw new UsageError('There is neither an environment nor a --url: nothing to check.')
  }
  return {
    environment,
    unknownVariables: unknownVariables(process.env),
    deployment: deploymentAt(url ?? process.env['NEXTAUTH_URL'] ?? '', { mustBe: url !== undefined }),
    metricsToken: process.env['METRICS_TOKEN']?.trim() || undefined,
    copy: readCopy(folder),
  }
}

/** The folder of the app: that of this file once it is bundled, else the one above. */
function projectFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url))
  return existsSync(join(here, 'package.json')) ? here : dirname(here)
}

function readCopy(folder: string): Subject['copy'] {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return { version, changelog: readFileSync(join(folder, 'CHANGELOG.md'), 'utf8') }
}

function deploymentAt(address: string, { mustBe }: { mustBe: boolean }): Deployment | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return new Deployment(new URL(url.origin))
  if (mustBe) throw new UsageError('--url must be an address like https://connect.example.com.')
  return undefined
}

try {
  const { url, json, help } = readOptions()
  if (help) {
    console.log(usage)
  } else {
    const findings = await examine(readSubject(url))
    const width = process.stdout.columns ?? 100
    const isColoured = process.stdout.isTTY && !process.env['NO_COLOR']
    console.log(json ? JSON.stringify(findings, null, 2) : tableOf(findings, { width, isColoured }))
    process.exitCode = countsOf(findings).wrong > 0 ? 1 : 0
  }
} catch (error) {
  console.error(error instanceof UsageError ? `${error.message}\n\n${usage}` : error)
  process.exitCode = 2
}
