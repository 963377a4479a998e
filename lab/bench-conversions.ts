import { createServer } from 'node:http'
import getPort from 'get-port'
import { startApp } from '../e2e/harness/app'
import { appVariables } from '../e2e/harness/app-variables'
import { listen } from '../e2e/harness/listen'
import { processorMs } from '../e2e/harness/process-cost'
import { consoleText } from '../scripts/checks/texts'
import { check, peakOf, secondsOf, signIn } from './bench/measure'
import { started } from './programs'

/*
 * Measures conversions of 500,000 users in the console. It opens the list, one conversion with its reconciliation and a
 * page of its breakdown, and the exports. The app has the heap of the guides, 512 MB. The service is a server in this
 * process.
 */

const users = 500_000
const conversions = 3

const start = Date.UTC(2026, 0, 5)
const weekMs = 7 * 24 * 60 * 60 * 1000

const entries = Array.from({ length: users }, (_, user) => {
  const id = String((user * 7919) % users).padStart(9, '0')
  return {
    wallet_address: `7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZ${id}`,
    user_id: `01JCZX3M5N4T9QK2R${id}`,
    subnet_points: user % 100,
    share_percentage: 0.0002,
    bolts_earned: (user % 1000) / 8,
  }
})
const breakdown = JSON.stringify(entries)
const bolts = entries.reduce((sum, entry) => sum + entry.bolts_earned, 0)
const points = entries.reduce((sum, entry) => sum + entry.subnet_points, 0)

/** The JSON of a conversion without its breakdown, and without the brace at its end. */
function headOf(number: number): string {
  const fields = {
    conversion_id: `01JCZX3M5N4T9QK2R7W8Y6V${String(number).padStart(3, '0')}`,
    converted_at: new Date(start - number * weekMs).toISOString(),
    period_started_at: new Date(start - (number + 1) * weekMs).toISOString(),
    period_ended_at: new Date(start - number * weekMs).toISOString(),
    total_subnet_points_in_pool: points,
    gross_bolts_allocation: bolts + 1,
    total_bolts_distributed: bolts + 1,
    user_bolts_distributed: bolts,
    owner_bolts_distributed: 1,
  }
  return JSON.stringify(fields).slice(0, -1)
}

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'http://localhost')
  const [page, limit] = [Number(searchParams.get('page') ?? 1), Number(searchParams.get('limit') ?? 20)]
  const first = (page - 1) * limit
  response.setHeader('Content-Type', 'application/json')
  response.write('{"status":"success","data":{"conversions":[')
  for (let number = first; number < Math.min(first + limit, conversions); number += 1) {
    response.write(`${number > first ? ',' : ''}${headOf(number)},"user_breakdown":`)
    response.write(breakdown)
    response.write('}')
  }
  response.end(`],"pagination":{"page":${page},"limit":${limit},"total":${conversions}}}}`)
})

const { port: servicePort } = await started(listen(server))
const port = await getPort()
const service = {
  baseUrl: `http://127.0.0.1:${servicePort}`,
  subnetId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  apiKey: 'key-of-this-benchmark',
  profileUrl: `http://127.0.0.1:${servicePort}/profile`,
}
const variables = { ...appVariables({ standIn: service, port }), NODE_OPTIONS: '--max-old-space-size=512' }
const app = await started(startApp({ port, variables }))
const cookie = await signIn(app)
const before = peakOf(app)
const first = `01JCZX3M5N4T9QK2R7W8Y6V000`

/**
 * Reads a whole response without keeping it.
 *
 * @returns its length, its number of lines, and after how many seconds it had the expected text.
 */
async function read(path: string, expected: string | null) {
  const startedAt = performance.now()
  const response = await fetch(`${app.address}${path}`, { headers: { Cookie: cookie } })
  check(response.status === 200, `${path} answered ${response.status}`)
  let [bytes, lines, text] = [0, 0, '']
  let shown: number | null = null
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    for (const byte of chunk) if (byte === 10) lines += 1
    if (expected === null || shown !== null) continue
    text += new TextDecoder().decode(chunk)
    if (text.includes(expected)) shown = (performance.now() - startedAt) / 1000
  }
  if (expected !== null) check(shown !== null, `${path} does not say ${expected}`)
  return { bytes, lines, shown }
}

const megabytes = Math.round(breakdown.length / 1e6)
console.log(`\n${conversions} conversions of ${users} users: ${megabytes} MB of JSON each`)
console.log(`before                          peak ${before} MB     shown       end  the app's processors`)

const details = `/console/conversions/one?id=${first}&at=1`
const steps: [string, string, string | null][] = [
  ['list, 10 a page', '/console/conversions?rows=10', '500,000'],
  ['list, 20 a page', '/console/conversions?rows=20', '500,000'],
  ['details, first page', details, '500,000'],
  ['details, by wallet, page 2', `${details}&sort=wallet_address&page=2`, '500,000'],
  ['details, by wallet, page 5000', `${details}&sort=wallet_address&page=5000`, '500,000'],
  [
    'details, searched',
    `${details}&find=000123456`,
    consoleText('shared.found', { count: 1, searched: users, what: 'rows' }),
  ],
  ['breakdown as CSV', `/console/conversions/one/export?id=${first}&at=1`, null],
  ['conversions as CSV', '/console/conversions/export', null],
  ['all breakdowns as CSV', '/console/conversions/breakdowns/export', null],
]
for (const [name, path, expected] of steps) {
  let result: Awaited<ReturnType<typeof read>> = { bytes: 0, lines: 0, shown: null }
  const usedBefore = processorMs(app.processId)
  const seconds = await secondsOf(async () => {
    result = await read(path, expected)
  })
  const ownSeconds = (processorMs(app.processId) - usedBefore) / 1000
  const lines = { 'breakdown as CSV': users + 1, 'all breakdowns as CSV': conversions * users + 1 }[name]
  if (lines !== undefined) check(result.lines === lines, `${name} has ${result.lines} lines`)
  const size = result.bytes < 1e6 ? `${Math.round(result.bytes / 1000)} kB` : `${Math.round(result.bytes / 1e6)} MB`
  const peak = peakOf(app)
  const times = [result.shown, seconds, ownSeconds].map((time) => `${time?.toFixed(1) ?? '–'} s`.padStart(8))
  console.log(`${name.padEnd(30)}  peak ${peak} MB  ${times.join('  ')}  ${size}`)
}
