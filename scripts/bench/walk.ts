import { csvRow } from '../../lib/console/shared/csv'
import { isReadable, walkBalances, type ServiceAccess } from '../../lib/service'
import { SimulatedClock } from '../../lib/service/simulated-clock'
import { check } from './bench'

/*
 * Exports 1,000,000 balances from a service that allows 120 requests a minute. Time is simulated, so that
 * the 42 minutes which that takes at least go by as fast as the pages can be read.
 */

const users = 1_000_000
const requestsAMinute = 120
const latencyMs = 80
const minuteMs = 60_000

const access: ServiceAccess = {
  baseUrl: 'https://service.example',
  subnetId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  apiKey: 'key-of-this-benchmark',
  names: { signature: 'signature', from: 'from', until: 'until', page: 'page', limit: 'limit', address: 'address' },
}

/** A service in this process: requests take simulated time, and are counted in windows of a minute. */
function simulatedService(clock: SimulatedClock) {
  const counts = { requests: 0, refused: 0 }
  let windowEndsAt = -Infinity
  let left = 0
  const balances = (page: number, limit: number) =>
    Array.from({ length: Math.max(Math.min(limit, users - (page - 1) * limit), 0) }, (_, index) => {
      const user = (page - 1) * limit + index
      return {
        wallet_address: `7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZ${String(user).padStart(9, '0')}`,
        user_id: `01JCZX3M5N4T9QK2R${String(user).padStart(9, '0')}`,
        current_period_points: user % 977,
        all_time_points: user % 9973,
        bolts: (user % 99_991) / 10_000,
      }
    })
  const fetch = async (input: string | URL | Request): Promise<Response> => {
    const { searchParams } = new URL(input instanceof Request ? input.url : input)
    const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))]
    counts.requests += 1
    await clock.sleep(latencyMs)
    if (clock.now() >= windowEndsAt) {
      windowEndsAt = clock.now() + minuteMs
      left = requestsAMinute
    }
    if (left === 0) {
      counts.refused += 1
      const headers = { 'Retry-After': String(Math.ceil((windowEndsAt - clock.now()) / 1000)) }
      return Response.json({ error: 'Rate limit exceeded' }, { status: 429, headers })
    }
    left -= 1
    const pagination = { page, limit, total: users }
    return Response.json({ status: 'success', data: { balances: balances(page, limit), pagination } })
  }
  return { counts, fetch }
}

const clock = new SimulatedClock()
const service = simulatedService(clock)
globalThis.fetch = service.fetch

const startedAt = performance.now()
const pauses: number[] = []
let rows = 0
let bytes = 0
let result = 'no end'
for await (const event of walkBalances(access, {}, { clock, lookAhead: 4, deadlineMs: 3_600_000 })) {
  if (event.kind === 'pause') pauses.push(event.seconds)
  if (event.kind === 'end') result = event.summary.kind
  if (event.kind !== 'page') continue
  for (const balance of event.page.items.filter(isReadable)) {
    rows += 1
    bytes += csvRow(Object.values(balance)).length
  }
}
check(rows === users && result === 'complete', `the walk ended with ${rows} rows: ${result}`)

const { requests, refused } = service.counts
const minutes = clock.now() / minuteMs
console.log(`\n${rows} balances, ${requestsAMinute} requests a minute allowed`)
console.log(`requests                ${requests}, ${refused} of them refused with 429`)
console.log(`pauses                  ${pauses.length}: ${pauses.map((seconds) => `${seconds} s`).join(', ')}`)
console.log(`time, simulated         ${minutes.toFixed(1)} min (${(requests / minutes).toFixed(0)} requests a minute)`)
console.log(`time, of this machine   ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
console.log(`CSV                     ${Math.round(bytes / 1e6)} MB`)
console.log(`peak memory             ${Math.round(process.resourceUsage().maxRSS / 1000)} MB`)
