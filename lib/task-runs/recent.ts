import 'server-only'
import { perProcess } from '@/lib/per-process'
import { listPendingTaskRuns, type PendingTaskRuns } from '@/lib/service'
import { readService, type ReadResult } from '@/lib/console/shared/service'

const lifetimeMs = 60_000

type Read = Promise<ReadResult<PendingTaskRuns>>

/**
 * The pending task runs for what nobody looks at, as metrics and alerts are: read from the service at most once a
 * minute, and what was read last until then.
 */
export function recentTaskRuns(now = Date.now()): Read {
  const last = perProcess('recent task runs', (): { readAt: number; read: Read | null } => ({
    readAt: -Infinity,
    read: null,
  }))
  if (!last.read || now - last.readAt >= lifetimeMs) {
    last.readAt = now
    last.read = readService(listPendingTaskRuns)
  }
  return last.read
}
