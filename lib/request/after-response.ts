import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { after } from 'next/server'

const finishMs = 10_000

/** Makes a platform wait up to ten seconds for work that outlives the response, instead of freezing the process. */
export function finishAfterResponse(work: Promise<unknown>): void {
  try {
    after(Promise.race([work, sleep(finishMs, undefined, { ref: false })]))
  } catch {
    // The user's request succeeds anyway.
  }
}
