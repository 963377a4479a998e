import 'server-only'
import { config } from '@/lib/config'
import { recentTaskRuns } from '@/lib/task-runs/recent'
import { countTaskRuns } from '@/lib/task-runs/stuck'
import { confirmsLeft } from '@/lib/limits'
import { metricsText } from '.'

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
    options.withTaskRuns ? countRecentTaskRuns() : null,
  ])
  return metricsText({ budgetLeft, taskRuns })
}

async function countRecentTaskRuns(): Promise<TaskRunCounts> {
  const read = await recentTaskRuns()
  if (!read.ok) return null
  const { pending, stuck } = countTaskRuns(read.data, config().stuckAfterMinutes * 60)
  return { pending: pending.count, stuck: stuck.count }
}
