import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { namesSetByTheSystem, parseConfig, unknownVariables, variableNames } from '../lib/config'
import { runCommand, UsageError } from './command-line'
import { examine, type Subject } from './doctor/checks'
import { Deployment } from './doctor/deployment'
import { tableOf } from './doctor/report'
import { loadEnvironment } from './environment'

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

/** These alone are no environment of a deployment. */
const namesOfNoDeployment = new Set([...namesSetByTheSystem, 'METRICS_TOKEN', 'LOG_LEVEL'])

await runCommand(usage, { url: { type: 'string' }, json: { type: 'boolean' } }, async ({ url, json }) => {
  const findings = await examine(readSubject(url))
  console.log(json ? JSON.stringify(findings, null, 2) : tableOf(findings))
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0
})

function readSubject(url: string | undefined): Subject {
  const folder = loadEnvironment(import.meta.url)
  const isConfigured = variableNames.some((name) => !namesOfNoDeployment.has(name) && process.env[name]?.trim())
  if (!isConfigured && url === undefined) {
    throw new UsageError('There is neither an environment nor a --url: nothing to check.')
  }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  return {
    environment: isConfigured ? { parsed: parseConfig(process.env), unread: unknownVariables(process.env) } : undefined,
    deployment: deploymentAt(url),
    copy: { version, changelog: readFileSync(join(folder, 'CHANGELOG.md'), 'utf8') },
  }
}

function deploymentAt(url: string | undefined): Deployment | undefined {
  const address = url ?? process.env['NEXTAUTH_URL'] ?? ''
  const parsed = URL.canParse(address) ? new URL(address) : undefined
  if (parsed && /^https?:$/.test(parsed.protocol)) {
    return new Deployment(new URL(parsed.origin), process.env['METRICS_TOKEN']?.trim())
  }
  if (url === undefined) return undefined
  throw new UsageError('--url must be an address like https://connect.example.com.')
}
