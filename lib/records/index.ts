import 'server-only'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { config } from '@/lib/config'
import { log } from '@/lib/log'
import { errorName } from '@/lib/log/fields'
import { processSingleton } from '@/lib/process-singleton'
import { finishAfterResponse } from '@/lib/request/after-response'
import { correlationId } from '@/lib/request/context'
import { requestLanguage } from '@/lib/skin/texts'
import { store } from '@/lib/store'
import { keptSettled } from '@/lib/store/kept-in-store'
import { processStore } from '@/lib/store/process-store'
import type { ConnectCall, ConnectStep } from './record'
import { ConnectRecords } from './records'

export { connectSteps, isNamed, isPartOf, recordOutcomes } from './record'
export type { ConnectCall, ConnectRecord, ConnectStep, RecordFilter } from './record'
export type { ConnectDay, PressCount } from './days'

export function connectRecords(): ConnectRecords {
  return processSingleton('connect records', () => {
    const { connectRecords, demoConnects } = config()
    return new ConnectRecords(demoConnects === undefined ? store() : processStore(), connectRecords)
  })
}

/** Records a step of the current request, whose ID is the step's code. It returns immediately and never throws. */
export function recordStep(step: Omit<ConnectStep, 'code' | 'language'>): void {
  const code = correlationId() ?? ''
  const added = requestLanguage()
    .catch(() => undefined)
    .then((language) => connectRecords().add({ ...step, code, language }))
  if (config().app.isOnPlatform) finishAfterResponse(added.then(keptSettled))
}

const demoSteps = z.array(z.object({ at: z.number(), what: z.custom<ConnectCall | ConnectStep>() }))

/** Adds the made-up connects of a demo. `DEMO_CONNECTS` names their file. Without the file, it logs an error. */
export async function addDemoConnects(): Promise<void> {
  const { demoConnects } = config()
  if (demoConnects === undefined) return
  try {
    const steps = demoSteps.parse(JSON.parse(await readFile(demoConnects, 'utf8')))
    for (const { at, what } of steps) connectRecords().add(what, at)
    await keptSettled()
  } catch (error) {
    const hint = 'DEMO_CONNECTS must be the path of a file that `npm run demo` has written'
    log().error({ event: 'demo connects not added', reason: errorName(error), hint })
  }
}
