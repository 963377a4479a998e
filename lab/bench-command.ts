import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startStandInProcess } from '../e2e/harness/stand-in-process'
import { standInControl } from '../e2e/stand-in/control/client'
import { defaultNames } from '../e2e/stand-in/settings'
import { walkBalances } from '../lib/service'
import { check, secondsOf } from './bench/with-bench'

/*
 * Writes 1,000,000 balances to a file with `node subnet.mjs balances` of the last build, and reads the same pages
 * directly from the stand-in, in turns. Measures the speed and the memory of the command.
 */

const users = 1_000_000
const rounds = 3

const folder = mkdtempSync(join(tmpdir(), 'bench-command-'))
const output = join(folder, 'balances.csv')
const standIn = await startStandInProcess('http://localhost:1/connect')
const times = { command: 0, straight: 0 }
let peakKilobytes = 0
try {
  await standInControl(standIn.controlUrl).set({ data: { users } })
  for (let round = 0; round < rounds; round += 1) {
    times.command += await secondsOf(runCommand)
    times.straight += await secondsOf(readStraight)
  }
} finally {
  await standIn.close()
  rmSync(folder, { recursive: true })
}
console.log(`\n${users} balances, ${rounds} times each`)
console.log(`subnet balances --output          ${(times.command / rounds).toFixed(1)} s`)
console.log(`the same pages directly           ${(times.straight / rounds).toFixed(1)} s`)
console.log(`speed, command : direct           ${(times.straight / times.command).toFixed(2)}`)
console.log(`the command's peak memory         ${Math.round(peakKilobytes / 1000)} MB`)

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
  const lines = readFileSync(output).reduce((count, byte) => count + (byte === 10 ? 1 : 0), 0)
  check(lines === users + 1, `the file has ${lines} lines`)
  peakKilobytes = Math.max(peakKilobytes, Number(stderr.trim()))
}

async function readStraight(): Promise<void> {
  let read = 0
  for await (const event of walkBalances({ ...standIn, names: defaultNames })) {
    if (event.kind === 'page') read += event.page.items.length
  }
  check(read === users, `${read} balances were read`)
}
