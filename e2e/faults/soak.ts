import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { standInControl } from '../stand-in/control/client'
import type { StandIn } from '../stand-in/start'
import { startLane } from './lane'
import { newTally, run, type Tally } from './run'
import { scenarios } from './scenario'

interface SoakOptions {
  standIn: StandIn
  /** Undefined where there is no Redis. */
  redisPort: number | undefined
  runs: number
  /** How many runs are under way at a time. */
  lanes: number
  seed: number
  /** Hears of how far it has come, every few seconds. */
  onProgress?: (tally: Tally) => void
}

/** What a lane's runs came to: null where all is well, or what broke, with the seed that breaks it again. */
interface SoakReport {
  tally: Tally
  failures: string[]
}

/** Tries confirms with whatever can go wrong. Each lane makes its scenarios from `seed` and its own number. */
export async function soak(options: SoakOptions): Promise<SoakReport> {
  const { standIn, redisPort, runs, lanes, seed, onProgress } = options
  const control = standInControl(standIn.controlUrl)
  await control.set({ rate: { requests: 1_000_000_000, windowMs: 60_000 } })
  const tally = newTally()
  const progress = onProgress && setInterval(() => onProgress(tally), 5000)
  const service = { subnetId: standIn.subnetId, apiKey: standIn.apiKey }
  const each = Array.from({ length: lanes }, async (_, index): Promise<string | null> => {
    const lane = await startLane(standIn, redisPort)
    try {
      const property = fc.asyncProperty(scenarios({ withRedis: redisPort !== undefined }), (scenario) =>
        run(scenario, { lane, control, service, tally }),
      )
      const details = await fc.check(property, {
        numRuns: Math.floor((runs + index) / lanes),
        seed: seed + index,
      })
      return details.failed ? `${String(details.errorInstance)}\n${fc.defaultReportMessage(details) ?? ''}` : null
    } finally {
      for (const proxy of [lane.service, lane.redis?.proxy]) {
        for (const [kind, times] of proxy?.injected ?? []) {
          const where = proxy === lane.service ? kind : `${kind}, Redis`
          tally.faults.set(where, (tally.faults.get(where) ?? 0) + times)
        }
      }
      await lane.close()
    }
  })
  try {
    const failures = (await Promise.all(each)).filter((message) => message !== null)
    // What was cut off is still on its way to nowhere.
    await sleep(50)
    return { tally, failures }
  } finally {
    clearInterval(progress)
  }
}
