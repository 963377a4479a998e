import 'server-only'
import { setTimeout } from 'node:timers'
import { setTimeout as sleep } from 'node:timers/promises'
import { log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import type { Connections } from './connections'
import type { Refusal } from './request-bounds'

/**
 * - `serving`: as ever.
 * - `leaving`: a signal has come. Everything is still served, each connection closes with its next response, and
 *   `/api/ready` fails, so that proxies send people elsewhere.
 * - `closing`: no connection is accepted any more, and what is under way is finished.
 */
type Phase = 'serving' | 'leaving' | 'closing'

const state = perProcess('shutdown', (): { phase: Phase } => ({ phase: 'serving' }))

/** Whether this process has been told to stop. It is not ready for new work then. */
export const isShuttingDown = (): boolean => state.phase !== 'serving'

/** The answer to a request that comes after the connections have been closed to new work. */
export function closedRefusal(): Refusal | undefined {
  if (state.phase !== 'closing') return undefined
  return {
    status: 503,
    text: 'This server is restarting. Try again in a few seconds.',
    headers: { 'Retry-After': '5' },
  }
}

/**
 * Finishes what is under way before the process ends at SIGTERM or SIGINT, and exits with code 0.
 *
 * @param options.delayMs - how long to go on serving after SIGTERM, for proxies to notice.
 * @param options.graceMs - after how long, counted from the signal, what is still under way is cut off.
 */
export function shutDownOnSignals(options: { connections: Connections; delayMs: number; graceMs: number }): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Next's own listeners close the server, wait for its responses and for `after()`, and exit with 143 or 130.
    const nextListeners = process.listeners(signal)
    process.removeAllListeners(signal)
    process.on(signal, () => {
      // A terminal and npm both pass Ctrl-C on: the second one is the same as the first.
      if (isShuttingDown()) return
      void shutDown({ ...options, delayMs: signal === 'SIGINT' ? 0 : options.delayMs }).then(() => {
        for (const listener of nextListeners) listener(signal)
        return undefined
      })
    })
  }
}

async function shutDown(options: { connections: Connections; delayMs: number; graceMs: number }): Promise<void> {
  const { connections, delayMs, graceMs } = options
  state.phase = 'leaving'
  log().info({ event: 'shutting down', unanswered: connections.unanswered() })
  process.once('exit', () => (process.exitCode = 0))
  setTimeout(() => {
    log().warn({ event: 'shut down too slowly', cutOff: connections.unanswered() })
    process.exit()
  }, graceMs)
  connections.closeAfterResponses()
  await sleep(delayMs)
  state.phase = 'closing'
  connections.closeIdle()
}
