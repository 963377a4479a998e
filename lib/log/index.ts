import 'server-only'
import { pino } from 'pino'
import { config } from '@/lib/config'
import { countDroppedLogLine } from '@/lib/metrics'
import { processSingleton } from '@/lib/process-singleton'
import { correlationId, proxyRequestId } from '@/lib/request/context'
import { logDestination } from './destination'
import type { LogEntry } from './fields'

export type { LogEntry } from './fields'

/** Writes JSON lines to standard output. Lines of a request have its ids. */
export function log(): Record<'debug' | 'info' | 'warn' | 'error', (entry: LogEntry) => void> {
  return processSingleton('log', () =>
    pino(
      {
        level: config().logLevel,
        base: config().labels,
        mixin: () => ({ correlationId: correlationId(), proxyRequestId: proxyRequestId() }),
      },
      logDestination({ onDrop: countDroppedLogLine }),
    ),
  )
}
