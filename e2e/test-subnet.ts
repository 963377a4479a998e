import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll } from 'vitest'
import { bundleCommand } from '../scripts/bundle-commands'
import { standInControl } from './stand-in/control/client'
import { startStandIn, type StandIn } from './stand-in/start'

/* For tests of `subnet` as a separate process, bundled as in the build, against the stand-in. */

let bundle: string
/**
 * The stand-ins and folders of the tests of a file. The tests run concurrently, so all are cleaned up after the last
 * test.
 */
const started: { standIn: StandIn; folder: string }[] = []

/** Bundles `subnet` for the tests of a file, and cleans up after them. */
export function useSubnet(): void {
  beforeAll(async () => {
    bundle = mkdtempSync(join(tmpdir(), 'subnet-'))
    // With a `package.json`, the folder counts as a folder of the app, like the standalone output. It has no
    // `.env.local`.
    writeFileSync(join(bundle, 'package.json'), '{}')
    await bundleCommand(process.cwd(), 'subnet', bundle, { splitting: true })
  })
  afterAll(async () => {
    await Promise.all(started.map(({ standIn }) => standIn.close()))
    for (const folder of [bundle, ...started.splice(0).map(({ folder }) => folder)]) rmSync(folder, { recursive: true })
  })
}

/** Starts a stand-in and makes an empty folder, both for one test. */
export async function startForTest() {
  const standIn = await startStandIn({ connectUrl: 'https://operator.example/connect' })
  const folder = mkdtempSync(join(tmpdir(), 'subnet-output-'))
  started.push({ standIn, folder })
  const control = standInControl(standIn.controlUrl)
  return { standIn, folder, control }
}

/** Returns the command that runs the bundle. `npm` runs the source. */
export const bundled = (): string[] => [process.execPath, join(bundle, 'subnet.mjs')]
export const npm = ['npm', 'run', '--silent', 'subnet', '--']

/** Returns the four variables that a command needs. */
export const variablesOf = ({ baseUrl, subnetId, apiKey }: StandIn) => ({
  SERVICE_BASE_URL: baseUrl,
  SUBNET_ID: subnetId,
  SERVICE_API_KEY: apiKey,
  SERVICE_ENVIRONMENT: 'staging',
})

interface CommandOptions {
  program?: string[]
  variables?: Record<string, string>
  /** The file descriptor for stdout. Default: a pipe to the test. */
  stdout?: number
}

/** Starts a command with the variables of the service. From this process it gets only PATH and HOME. */
export function spawnSubnet(standIn: StandIn, args: readonly string[], options: CommandOptions = {}) {
  const [file = '', ...before] = options.program ?? bundled()
  const { PATH, HOME } = process.env
  return spawn(file, [...before, ...args], {
    env: { PATH, HOME, NODE_ENV: 'production', ...variablesOf(standIn), ...options.variables },
    stdio: ['ignore', options.stdout ?? 'pipe', 'pipe'],
  })
}

/** Runs a command until it ends. */
export async function runSubnet(standIn: StandIn, args: readonly string[], options?: CommandOptions) {
  return endOf(spawnSubnet(standIn, args, options))
}

/** Waits until a command ends. @returns its exit code and its output. */
export async function endOf(command: ReturnType<typeof spawnSubnet>) {
  const [stdout, stderr, [code]] = await Promise.all([
    command.stdout ? text(command.stdout) : '',
    command.stderr ? text(command.stderr) : '',
    once(command, 'exit') as Promise<[number | null]>,
  ])
  return { code, stdout, stderr }
}

/** Returns a page of a list with these records. A larger `total` makes the list incomplete. */
export const listOf = (name: string, records: readonly object[], total = records.length): string =>
  JSON.stringify({ status: 'success', data: { [name]: records, pagination: { page: 1, limit: 100, total } } })
