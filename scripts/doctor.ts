import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters, styleText } from 'node:util'
import { namesSetByTheSystem, parseConfig, unknownVariables, variableNames } from '../lib/config'
import { filesOfNode } from '../lib/config/env-file.mjs'
import { runCommand, UsageError } from './command-line'
import { examine, type Finding, type Subject } from './doctor/checks'
import { Deployment } from './doctor/deployment'
import { loadEnvironment } from './environment'

/* The build also bundles it into `doctor.mjs` in the standalone output, which runs without any installation. */

const usage = `Checks a deployment of Subnet Connect, and tells you how to fix what is wrong.

  --url ADDRESS   the running deployment, as browsers reach it; default NEXTAUTH_URL.
                  Without an environment, the doctor checks only what it can see from outside.
  --json          the findings as JSON
  --help          this text

Set METRICS_TOKEN to the deployment's value, and the deployment reports what it runs with and how requests reach it.

Exit code: 0 if nothing is wrong, 1 if something is wrong, 2 if the doctor could not run.`

/** An environment with only these variables belongs to no deployment. */
const namesOfNoDeployment = new Set([...namesSetByTheSystem, 'METRICS_TOKEN', 'LOG_LEVEL'])

const marks = {
  holds: { mark: '✓ holds', colour: 'green' },
  wrong: { mark: '✗ wrong', colour: 'red' },
  unknown: { mark: '? unknown', colour: 'yellow' },
} as const

await runCommand(usage, { url: { type: 'string' }, json: { type: 'boolean' } }, async ({ url, json }) => {
  const findings = await examine(readSubject(url))
  console.log(json ? JSON.stringify(findings, null, 2) : tableOf(findings))
  return findings.some(({ state }) => state === 'wrong') ? 1 : 0
})

function readSubject(url: string | undefined): Subject {
  const { folder, files } = loadEnvironment(import.meta.url)
  const isConfigured = variableNames.some((name) => !namesOfNoDeployment.has(name) && process.env[name]?.trim())
  if (!isConfigured && url === undefined) {
    throw new UsageError('There is nothing to check: set the environment of the app, or give --url.')
  }
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }
  const [parsed, unread] = [parseConfig(process.env), unknownVariables(process.env)]
  return {
    environment: isConfigured ? { parsed, unread, files: [...files, ...filesOfNode()] } : undefined,
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

function tableOf(findings: Finding[]): string {
  const isColoured = process.stdout.isTTY && !process.env['NO_COLOR']
  const titleWidth = Math.max(...findings.map(({ title }) => title.length))
  const rows = findings.map(({ title, state, what, todo }) => {
    const mark = marks[state].mark.padEnd(marks.unknown.mark.length)
    const head = `${isColoured ? styleText(marks[state].colour, mark) : mark}  ${title.padEnd(titleWidth)}  `
    const indent = ' '.repeat(stripVTControlCharacters(head).length)
    return `${head}${stripVTControlCharacters(what)}${todo === null ? '' : `\n${indent}→ ${todo}`}`
  })
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  return [...rows, '', `${count('holds')} hold, ${count('wrong')} wrong, ${count('unknown')} unknown.`].join('\n')
}
