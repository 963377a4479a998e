import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultNames } from '../e2e/stand-in/settings'
import { walkBalances } from '../lib/service'
import { check, peakOf, secondsOf, signIn } from './bench/measure'
import { startDeployment } from './programs'

/*
 * Writes 1,000,000 balances with `node subnet.mjs balances` of the last build and with the export of the console, and
 * reads the same pages directly from the stand-in, in turns. Measures the speed and the peak memory of both.
 */

const users = 1_000_000
const rounds = 3
const linesIn = (bytes: Uint8Array) => bytes.reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0)

const folder = mkdtempSync(join(tmpdir(), 'bench-command-'))
const output = join(folder, 'balances.csv')
const { standIn, app, control } = await startDeployment()
const cookie = await signIn(app)
await control.set({ data: { users } })
const times = { command: 0, app: 0, straight: 0 }
const peaks = { command: 0, before: peakOf(app) }

async function runCommand(): Promise<void> {
  const { baseUrl, subnetId, apiKey } = standIn
  const variables = { SERVICE_BASE_URL: baseUrl, SUBNET_ID: subnetId, SERVICE_API_KEY: apiKey }
  const args = ['-f', '%M', 'node', join('.next', 'standalone', 'subnet.mjs'), 'balances', '--output', output]
  const command = spawn('/usr/bin/time', args, {
    env: { ...process.env, SERVICE_ENVIRONMENT: 'staging', ...variables },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let stderr = ''
  command.stderr.on('data', (text) => (stderr += text))
  const [code] = (await once(command, 'close')) as [number]
  check(code === 0, `the command ended with ${code}: ${stderr}`)
  checkLines(linesIn(readFileSync(output)), 'the file of the command')
  peaks.command = Math.max(peaks.command, Math.round(Number(stderr.trim()) / 1000))
}
async function exportFromApp(): Promise<void> {
  const response = await fetch(`${app.origin}/console/balances/export`, { headers: { Cookie: cookie } })
  check(response.status === 200, `the export answered ${response.status}`)
  let lines = 0
  for await (const chunk of response.body ?? []) lines += linesIn(chunk)
  checkLines(lines, 'the export of the app')
}
async function readStraight(): Promise<void> {
  let read = 0
  for await (const event of walkBalances({ ...standIn, names: defaultNames })) {
    if (event.kind === 'page') read += event.page.items.length
  }
  check(read === users, `${read} balances were read`)
}
for (let round = 0; round < rounds; round += 1) {
  times.command += await secondsOf(runCommand)
  times.app += await secondsOf(exportFromApp)
  times.straight += await secondsOf(readStraight)
}
console.log(`\n${users} balances, ${rounds} times each`)
console.log(`the same pages directly           ${(times.straight / rounds).toFixed(1)} s`)
for (const [name, seconds, peak] of [
  ['subnet balances --output', times.command, `${peaks.command} MB`],
  ['export of the app', times.app, `${peakOf(app)} MB, ${peaks.before} before`],
] as const) {
  const speed = `speed of direct reads ${(times.straight / seconds).toFixed(2)}`
  console.log(`${name.padEnd(32)}  ${(seconds / rounds).toFixed(1)} s, ${speed}, peak memory ${peak}`)
}
rmSync(folder, { recursive: true })

function checkLines(lines: number, where: string): void {
  check(lines === users + 1, `${where} has ${lines} lines`)
}
