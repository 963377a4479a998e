import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { after } from 'next/server'

/** The max time that a platform must keep the process running after the response, in milliseconds. */
const finishMs = 10_000

/**
 * Makes a platform wait for work that outlives the response. The platform would otherwise freeze the process. The
 * operator's own server does not need it. It never throws.
 */
export function finishAfterResponse(work: Promise<unknown>): void {
  try {
    after(Promise.race([work, sleep(finishMs, undefined, { ref: false })]))
  } catch {
    // The platform cannot wait. The user's request succeeds anyway.
  }
}
