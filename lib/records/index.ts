import 'server-only'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { config } from '@/lib/config'
import { log } from '@/lib/log'
import { errorName } from '@/lib/log/error-name'
import { lineLimit } from '@/lib/log/line-limit'
import { countLostWrite } from '@/lib/metrics'
import { processSingleton } from '@/lib/process-singleton'
import { outsideRequests } from '@/lib/request/context'
import { store } from '@/lib/store'
import { isErasedSince } from '@/lib/store/erasures'
import { processStore } from '@/lib/store/process-store'
import type { ConnectCall, ConnectStep } from './record'
import { ConnectRecords } from './records'

export { connectSteps, isPartOf, recordOutcomes } from './record'
export type { ConnectCall, ConnectRecord, ConnectStep, RecordFilter } from './record'
export type { ConnectDay, PressCount } from './days'

/** Returns the records of the steps of connects, for the console. */
export function connectRecords(): ConnectRecords {
  return processSingleton('connect records', () => {
    const { connectRecords, demoConnects, hold } = config()
    const settings = { ...connectRecords, hashKey: hold.password, isErased: isErasedSince }
    // The log still has a line for each attempt.
    const lines = lineLimit('more connect records lost', { lines: 1 })
    const onLost = (_record: unknown, reason: string) => {
      countLostWrite('connect_records')
      outsideRequests(() => lines.write(() => log().error({ event: 'connect record lost', reason })))
    }
    const records = new ConnectRecords(demoConnects === undefined ? store() : processStore(), { onLost }, settings)
    process.once('exit', () => {
      records.end()
      lines.end()
    })
    return records
  })
}

const demoSteps = z.array(z.object({ at: z.number(), what: z.custom<ConnectCall | ConnectStep>() }))

/** Adds the made-up connects of a demo, whose file names `DEMO_CONNECTS`. Without the file, it logs an error. */
export async function addDemoConnects(): Promise<void> {
  const { demoConnects } = config()
  if (demoConnects === undefined) return
  try {
    const steps = demoSteps.parse(JSON.parse(await readFile(demoConnects, 'utf8')))
    for (const { at, what } of steps) connectRecords().add(what, at)
    await connectRecords().settled()
  } catch (error) {
    const hint = 'DEMO_CONNECTS must be the path of a file that `npm run demo` has written'
    log().error({ event: 'demo connects not added', reason: errorName(error), hint })
  }
}
