import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { format } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { bundleCommand } from '../../scripts/bundle-commands'
import { runSubnet as runCommand } from '../../scripts/subnet/commands'
import type { ServiceAccess } from '@/lib/service'
import { standInControl, type StandInControl } from '../stand-in/control/client'
import { defaultNames } from '../stand-in/settings'
import { startStandIn, type StandIn } from '../stand-in/start'

/* For tests of `subnet` against the stand-in, in this process or as a separate process, bundled as in the build. */

/** The stand-in of a test file, and an empty folder for each test. */
export interface SubnetTest {
  standIn: StandIn
  control: StandInControl
  folder: string
}

async function startSubnet() {
  const data = { users: 450, conversions: 60, breakdownUsers: 20 }
  const standIn = await startStandIn({ connectUrl: 'https://operator.example/connect', data })
  return { standIn, control: standInControl(standIn.controlUrl) }
}
const newFolder = () => mkdtempSync(join(tmpdir(), 'subnet-output-'))

/** Starts a stand-in for one test, because other tests run at the same time. */
export async function ownSubnet({}: object, { onCleanup }: { onCleanup: (end: () => Promise<void>) => void }) {
  const test: SubnetTest = { ...(await startSubnet()), folder: newFolder() }
  onCleanup(() => test.standIn.close().finally(() => rmSync(test.folder, { recursive: true })))
  return test
}

/** Starts a stand-in for the tests of a file, and resets it before each test. */
export function useSubnet(): SubnetTest {
  const test = {} as SubnetTest
  beforeAll(async () => void Object.assign(test, await startSubnet()))
  beforeEach(async () => {
    test.folder = newFolder()
    await test.control.reset()
  })
  afterEach(() => rmSync(test.folder, { recursive: true }))
  afterAll(() => test.standIn.close())
  return test
}

let bundle: string

/** Bundles `subnet` for the tests of a file that start it as a process. */
export function useBundle(): void {
  beforeAll(async () => {
    bundle = mkdtempSync(join(tmpdir(), 'subnet-'))
    // With a `package.json`, the folder counts as a folder of the app, like the standalone output. It has no
    // `.env.local`.
    writeFileSync(join(bundle, 'package.json'), '{}')
    await bundleCommand(process.cwd(), 'subnet', bundle, true)
  }, 60_000)
  afterAll(() => rmSync(bundle, { recursive: true }))
}

/** Returns the command that runs the bundle. `npm` runs the source. */
export const bundled = (): string[] => [process.execPath, join(bundle, 'subnet.mjs')]
export const npm = ['npm', 'run', '--silent', 'subnet', '--']

/** Returns what the client needs to read the same service as a command. */
export const accessOf = (standIn: StandIn): ServiceAccess => ({ ...standIn, names: defaultNames })

/** Splits an output into its lines. */
export const linesOf = (output: string): string[] => output.trimEnd().split(/\r?\n/)

/** Returns the four variables that a command needs. */
export const variablesOf = ({ baseUrl, subnetId, apiKey }: StandIn) => ({
  SERVICE_BASE_URL: baseUrl,
  SUBNET_ID: subnetId,
  SERVICE_API_KEY: apiKey,
  SERVICE_ENVIRONMENT: 'staging',
})

/** The variables of a command: those of the service, and the changed ones. From this process it gets PATH and HOME. */
function environmentOf(standIn: StandIn, changed: Record<string, string>) {
  const { PATH, HOME } = process.env
  return { PATH, HOME, NODE_ENV: 'production', ...variablesOf(standIn), ...changed } as NodeJS.ProcessEnv
}

/** The result of a command. */
interface Ended {
  code: number | string | null
  stdout: string
  stderr: string
}

/** The events of a process to which a command listens. */
const heard = ['exit', 'SIGHUP', 'SIGINT', 'SIGTERM'] as const

/** Runs a command in this process, without a terminal. A test sends it a signal with `process.emit`. */
export async function runSubnet(
  standIn: StandIn,
  args: readonly string[],
  variables: Record<string, string> = {},
): Promise<Ended> {
  const ended = { code: 0, stdout: '', stderr: '' }
  const lineOf =
    (name: 'stdout' | 'stderr') =>
    (...values: unknown[]) =>
      void (ended[name] += `${format(...values)}\n`)
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(lineOf('stdout')),
    vi.spyOn(console, 'error').mockImplementation(lineOf('stderr')),
    vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
      ended.stdout += String(chunk)
      return true
    }),
  ]
  const { env } = process
  const before = heard.map((event) => process.listeners(event as 'exit'))
  process.env = environmentOf(standIn, { LOG_LEVEL: 'silent', ...variables })
  try {
    await runCommand([...args])
    return { ...ended, code: process.exitCode ?? 0 }
  } finally {
    process.env = env
    process.exitCode = undefined
    for (const spy of spies) spy.mockRestore()
    // A command removes its unfinished file when its process exits.
    for (const [index, event] of heard.entries()) {
      for (const listener of process.listeners(event as 'exit').filter((each) => !before[index]?.includes(each))) {
        process.off(event, listener)
        if (event === 'exit') listener(0)
      }
    }
  }
}

/** Starts a command as a separate process. */
export function spawnSubnet(
  standIn: StandIn,
  args: readonly string[],
  {
    program = bundled(),
    variables = {},
    stdout = 'pipe',
  }: {
    program?: string[]
    variables?: Record<string, string>
    /** The file descriptor for stdout. @default a pipe to the test */
    stdout?: number | 'pipe'
  } = {},
) {
  const [file = '', ...before] = program
  return spawn(file, [...before, ...args], {
    env: environmentOf(standIn, variables),
    stdio: ['ignore', stdout, 'pipe'],
  })
}

/** Waits until a process ends. */
export async function endOf(command: ReturnType<typeof spawnSubnet>): Promise<Ended> {
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
