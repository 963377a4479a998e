import 'server-only'
import { config } from '@/lib/config'
import { readService } from '@/lib/console/shared/service'
import { countTaskRuns } from '@/lib/console/shared/stuck-task-runs'
import { confirmsLeft } from '@/lib/limits'
import { perProcess } from '@/lib/per-process'
import { listPendingTaskRuns } from '@/lib/service'
import { metricsText } from '.'

const taskRunsLifetimeMs = 60_000

type TaskRunCounts = { pending: number; stuck: number } | null

/**
 * The metrics of this process as they are now.
 *
 * @param options.withTaskRuns - whether to read the pending task runs from the service; that happens at most
 * once a minute, and what was read last is given until then.
 */
export async function scrape(options: { withTaskRuns: boolean }): Promise<{ text: string; contentType: string }> {
  const [budgetLeft, taskRuns] = await Promise.all([
    confirmsLeft(),
    options.withTaskRuns ? recentTaskRuns(Date.now()) : null,
  ])
  return metricsText({ budgetLeft, taskRuns })
}

function recentTaskRuns(now: number): Promise<TaskRunCounts> {
  const last = perProcess('task runs of metrics', (): { readAt: number; counts: Promise<TaskRunCounts> } => ({
    readAt: -Infinity,
    counts: Promise.resolve(null),
  }))
  if (now - last.readAt >= taskRunsLifetimeMs) {
    last.readAt = now
    last.counts = readTaskRuns()
  }
  return last.counts
}

async function readTaskRuns(): Promise<TaskRunCounts> {
  const read = await readService(listPendingTaskRuns)
  if (!read.ok) return null
  const { pending, stuck } = countTaskRuns(read.data, config().stuckAfterMinutes * 60)
  return { pending: pending.count, stuck: stuck.count }
}
