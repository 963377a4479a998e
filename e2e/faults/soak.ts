import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { standInControl } from '../stand-in/control/client'
import type { StandIn } from '../stand-in/start'
import { startLane } from './lane'
import { newTally, run, type Tally } from './run'
import { scenarioOfEachKind, scenarios } from './scenario'

interface SoakOptions {
  standIn: StandIn
  redisPort: number
  runs: number
  /** The number of runs at a time. */
  lanes: number
  seed: number
  /** `soak` calls it with the progress every few seconds. */
  onProgress?: (tally: Tally) => void
}

/** The totals of all lanes, and the failure of each failed lane with the seed that reproduces it. */
interface SoakReport {
  tally: Tally
  failures: string[]
}

/**
 * Runs confirms with each kind of fault once, divided among the lanes, and then with random faults. Each lane derives its
 * scenarios from `seed` and its number.
 */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { standIn, redisPort, runs, lanes, seed, onProgress } = options
  const control = standInControl(standIn.controlUrl)
  await control.set({ rate: { requests: 1_000_000_000, windowMs: 60_000 } })
  const tally = newTally()
  const progress = onProgress && setInterval(() => onProgress(tally), 5000)
  const ofEachKind = scenarioOfEachKind(seed)
  const service = { subnetId: standIn.subnetId, apiKey: standIn.apiKey }
  const each = Array.from({ length: lanes }, async (_, index): Promise<string | null> => {
    const lane = await startLane(standIn, redisPort)
    try {
      const property = fc.asyncProperty(scenarios, (scenario) => run(scenario, { lane, control, service, tally }))
      const details = await fc.check(property, {
        numRuns: Math.floor((runs + index) / lanes),
        seed: seed + index,
        examples: ofEachKind.filter((_, kind) => kind % lanes === index).map((scenario) => [scenario]),
      })
      return details.failed ? `${String(details.errorInstance)}\n${fc.defaultReportMessage(details) ?? ''}` : null
    } finally {
      for (const proxy of [lane.service, lane.redis.proxy]) {
        for (const [kind, times] of proxy.injected) {
          const where = proxy === lane.service ? kind : `${kind}, Redis`
          tally.faults.set(where, (tally.faults.get(where) ?? 0) + times)
        }
      }
      await lane.close()
    }
  })
  try {
    const failures = (await Promise.all(each)).filter((message) => message !== null)
    // Aborted calls may still be open.
    await sleep(50)
    return { tally, failures }
  } finally {
    clearInterval(progress)
  }
}
