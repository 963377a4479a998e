import { listBalances, walkBalances } from '../lib/service'
import { peakMemoryMegabytes } from '../e2e/harness/process-cost'
import { check, secondsOf, withBench } from './bench/with-bench'

/*
 * Exports 1,000,000 balances through the app, and then reads the same pages directly from the stand-in. Measures the
 * overhead and the memory of the app.
 */

const users = 1_000_000
const lineFeed = 10

await withBench(async ({ standIn, app, cookie, control }) => {
  await control.set({ data: { users } })
  const access = {
    ...standIn,
    names: { signature: 'signature', from: 'from', until: 'until', page: 'page', limit: 'limit', address: 'address' },
  }
  check((await listBalances(access, { limit: 1 })).total === users, `the stand-in has not got ${users} users`)

  const before = Math.round(peakMemoryMegabytes(app.processId))
  let lines = 0
  let bytes = 0
  const throughApp = await secondsOf(async () => {
    const response = await fetch(`${app.origin}/console/balances/export?format=csv`, { headers: { Cookie: cookie } })
    check(response.status === 200, `the export answered ${response.status}`)
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      for (const byte of chunk) if (byte === lineFeed) lines += 1
    }
  })
  check(lines === users + 1, `the export has ${lines} lines`)
  const peak = Math.round(peakMemoryMegabytes(app.processId))

  let read = 0
  const straight = await secondsOf(async () => {
    for await (const event of walkBalances(access)) {
      if (event.kind === 'page') read += event.page.items.length
    }
  })
  check(read === users, `${read} balances were read`)

  console.log(`\n${users} balances through the app  ${throughApp.toFixed(1)} s, ${Math.round(bytes / 1e6)} MB of CSV`)
  console.log(`the same pages directly           ${straight.toFixed(1)} s`)
  console.log(`speed, app : direct               ${(straight / throughApp).toFixed(2)}`)
  console.log(`the app's peak memory             ${peak} MB (${before} MB before)`)
})
