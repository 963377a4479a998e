import 'server-only'
import { setTimeout } from 'node:timers'
import { config } from '@/lib/config'
import { log } from '@/lib/log'
import { processSingleton } from '@/lib/process-singleton'

const state = processSingleton('shutdown', () => ({ isShuttingDown: false }))

/** Checks whether this process has received a stop signal. It still serves for a while. */
export const isShuttingDown = (): boolean => state.isShuttingDown

/**
 * Finishes the requests and work under way at SIGTERM or SIGINT, and then exits with code 0. During the delay after the
 * signal, the server still answers, and closes each connection after its next response. `/api/ready` fails, so that
 * proxies switch to another instance.
 *
 * @param connections - `close` closes the idle ones at once, and others after their responses.
 */
export function shutDownOnSignals(
  connections: { unanswered: () => number; close: () => void },
  finishWork: () => Promise<unknown>,
): void {
  const { delayMs, graceMs } = config().shutdown
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // Next's own listeners close the server, wait for its responses and for `after()`, and exit with 143 or 130.
    const nextListeners = process.listeners(signal)
    process.removeAllListeners(signal)
    process.on(signal, () => {
      // A terminal and npm both forward Ctrl-C, so the signal can arrive twice.
      if (state.isShuttingDown) return
      state.isShuttingDown = true
      log().info({ event: 'shutting down', unanswered: connections.unanswered() })
      process.once('exit', () => (process.exitCode = 0))
      setTimeout(() => {
        log().warn({ event: 'shut down too slowly', cutOff: connections.unanswered() })
        process.exit()
      }, graceMs)
      const end = async () => {
        connections.close()
        await finishWork()
        for (const listener of nextListeners) listener(signal)
      }
      setTimeout(() => void end(), signal === 'SIGINT' ? 0 : delayMs)
    })
  }
}
