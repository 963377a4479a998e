import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { after } from 'next/server'

/** How long a platform lets the process run on after the response. */
const finishMs = 10_000

/**
 * Has a platform, which freezes the process after the response, wait for work that outlives it. It never throws. A server
 * of the operator's own lives on, and needs none of it.
 */
export function finishAfterResponse(work: Promise<unknown>): void {
  try {
    after(Promise.race([work, sleep(finishMs, undefined, { ref: false })]))
  } catch {
    // The platform has no way to wait. The user's request succeeds all the same.
  }
}
