import 'server-only'
import { setTimeout } from 'node:timers'
import { log } from '@/lib/log'
import { processSingleton } from '@/lib/process-singleton'
import type { Connections } from './connections'

const state = processSingleton('shutdown', () => ({ isShuttingDown: false }))

/** Whether this process has been told to stop. It serves on for a while, and is not ready for new work. */
export const isShuttingDown = (): boolean => state.isShuttingDown

/**
 * Finishes what is under way before the process ends at SIGTERM or SIGINT, and exits with code 0.
 *
 * After the signal everything is still served, each connection closes with its next response, and `/api/ready` fails, so
 * that proxies send people elsewhere. Then no connection is accepted any more, and what is under way is finished.
 *
 * @param options.finishWork - finishes what runs beside the requests.
 * @param options.delayMs - how long to go on serving after SIGTERM, for proxies to notice.
 * @param options.graceMs - after how long, counted from the signal, what is still under way is cut off.
 */
export function shutDownOnSignals(options: {
  connections: Connections
  finishWork: () => Promise<void>
  delayMs: number
  graceMs: number
}): void {
  const { connections, finishWork, delayMs, graceMs } = options
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Next's own listeners close the server, wait for its responses and for `after()`, and exit with 143 or 130.
    const nextListeners = process.listeners(signal)
    process.removeAllListeners(signal)
    process.on(signal, () => {
      // A terminal and npm both pass Ctrl-C on: the second one is the same as the first.
      if (state.isShuttingDown) return
      state.isShuttingDown = true
      log().info({ event: 'shutting down', unanswered: connections.unanswered() })
      process.once('exit', () => (process.exitCode = 0))
      setTimeout(() => {
        log().warn({ event: 'shut down too slowly', cutOff: connections.unanswered() })
        process.exit()
      }, graceMs)
      connections.closeAfterResponses()
      const end = async () => {
        connections.closeIdle()
        await finishWork()
        for (const listener of nextListeners) listener(signal)
      }
      setTimeout(() => void end(), signal === 'SIGINT' ? 0 : delayMs)
    })
  }
}
