import { parseArgs } from 'node:util'
import { z } from 'zod'
import { startRedis } from '../e2e/harness/redis'
import { startStandInProcess } from '../e2e/harness/server-process'
import { soak, type Tally } from '../e2e/faults/soak'
import { started } from './programs'

/*
 * Thousands of users connect while the service, the network and Redis fail at random, for example with
 * `npm run lab -- soak --runs 50000 --seed 7`. If an invariant breaks, it prints the smallest scenario with the seed
 * that reproduces it, and exits with 1.
 */

const given = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } }).values
const wholeNumber = z.coerce.number().int().positive()
const runs = wholeNumber.parse(given.runs ?? 10_000)
const seed = wholeNumber.parse(given.seed ?? Date.now() % 1_000_000_000)
const lanes = 16

const startedAt = performance.now()
const standIn = await started(startStandInProcess('http://localhost:1/connect'))
const redis = await started(startRedis())
console.log(`${runs} runs on ${lanes} lanes, with the seeds ${seed} to ${seed + lanes - 1}`)
const onProgress = (tally: Tally) => console.log(`  ${tally.runs} runs, ${tally.calls} calls`)
const { tally, failures } = await soak({ standIn, redisPort: redis.port, runs, lanes, seed, onProgress })
print(tally)
for (const failure of failures) console.error(`\n${failure}`)
console.log(failures.length === 0 ? '\nNothing lost.' : `\n${failures.length} lanes found something.`)
if (failures.length > 0) process.exitCode = 1

function print({ runs, presses, calls, connected, checks, faults, outcomes }: Tally): void {
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`\n${runs} runs, ${presses} presses, ${calls} calls to the service, in ${seconds.toFixed(0)} s`)
  console.log(`${connected} users connected; the others were refused for good, or told to wait`)
  for (const [title, counts] of [
    ['What presses came to', outcomes],
    ['Faults injected', faults],
    ['Invariants checked', checks],
  ] as const) {
    const sum = [...counts.values()].reduce((all, count) => all + count, 0)
    console.log(`\n${title}: ${sum}`)
    for (const [name, count] of [...counts].toSorted(([, a], [, b]) => b - a)) {
      console.log(`  ${String(count).padStart(7)}  ${name}`)
    }
  }
}
