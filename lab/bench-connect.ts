import type { App } from '../e2e/harness/app'
import { memoryMegabytes, processorMs } from '../e2e/harness/process-cost'
import { buildBareApp } from './bare-app'
import { load, median, Results, secondsOf, type Load, type SideName } from './bench/measure'
import { startService } from './bench/service'
import { bareSide, isRight, productSide, steps, type Step } from './bench/sides'
import { started } from './programs'

/*
 * Compares the connect flow of this app with a bare Next app without login, headers and checks. Both run at the same
 * time, and the tool measures them in turns, because the speed of a machine varies. So only the ratios count. Each
 * request has a different user with a separate link.
 */

const rounds = 7
const starts = 5
const loads = [
  { clients: 16, requests: 320 },
  { clients: 1, requests: 80 },
]
const warmUpRequests = 800

const names: readonly SideName[] = ['product', 'bare']

buildBareApp()
const service = await started(startService())
const sides = { product: await productSide(service.line), bare: await bareSide(service.line) }
const results = new Results()
for (let start = 0; start < starts; start += 1) {
  for (const name of inTurn(start)) {
    let app: App | undefined
    const seconds = await secondsOf(async () => {
      app = await sides[name].start()
    })
    results.add('start', 's', name, seconds)
    await app?.close()
  }
}
const apps = { product: await started(sides.product.start()), bare: await started(sides.bare.start()) }
const noteMemory = (when: string) => {
  for (const name of names) results.add(`memory ${when}`, 'MB', name, memoryMegabytes(apps[name].processId))
}
noteMemory('at rest')
for (const step of steps) for (const name of names) await run(name, apps[name], step, 16, warmUpRequests)
for (let round = 0; round < rounds; round += 1) {
  for (const step of steps) {
    for (const { clients, requests } of loads) {
      for (const name of inTurn(round)) {
        const usedMs = processorMs(apps[name].processId)
        const { perSecond, times } = await run(name, apps[name], step, clients, requests)
        if (clients === 1) {
          results.add(`${step}, 1 client`, 'ms', name, median(times))
          continue
        }
        results.add(`${step}, ${clients} clients`, '/s', name, perSecond)
        // Other programs of the machine affect this figure least.
        const ownMs = (processorMs(apps[name].processId) - usedMs) / requests
        results.add(`${step}, processor`, 'ms', name, ownMs)
      }
    }
  }
}
noteMemory('after the load')
results.print()

/** Returns the sides in the order of a round. Each side is first in every second round. */
function inTurn(round: number): readonly SideName[] {
  return round % 2 === 0 ? names : names.toReversed()
}

async function run(name: SideName, app: App, step: Step, clients: number, count: number): Promise<Load> {
  const requests = await sides[name].prepare(app, step, count)
  return load(app.address, requests, { clients, isRight: (...answer) => isRight(step, ...answer) })
}
