import 'server-only'
import { config } from '@/lib/config'
import { log } from '@/lib/log'
import { serviceErrorFields } from '@/lib/log/fields'
import { processSingleton } from '@/lib/process-singleton'
import { listPendingTaskRuns, type PendingTaskRuns } from '@/lib/service'
import { store } from '@/lib/store'
import { taskRunsStuck, type Message } from './message'
import { countTaskRuns, isStuck } from './stuck'

const lifetimeMs = 60_000

/** Returns the pending task runs; null if reading them failed. It calls the service at most once a minute. */
function recentTaskRuns(): Promise<PendingTaskRuns | null> {
  const read = () => ({ at: performance.now(), taskRuns: readTaskRuns() })
  const recent = processSingleton('recent task runs', () => ({ last: read() }))
  if (performance.now() - recent.last.at >= lifetimeMs) recent.last = read()
  return recent.last.taskRuns
}

/** Counts the listed runs; null if reading them failed. Both counts are lower bounds. */
export async function countRecentTaskRuns(): Promise<{ pending: number; stuck: number } | null> {
  const taskRuns = await recentTaskRuns()
  if (!taskRuns) return null
  const { pending, stuck } = countTaskRuns(taskRuns, config().stuckAfterMinutes * 60)
  return { pending: pending.count, stuck: stuck.count }
}

async function readTaskRuns(): Promise<PendingTaskRuns | null> {
  const { service } = config()
  const result = await listPendingTaskRuns(service, { deadlineMs: service.deadlineMs })
  if (result.ok) return result.data
  log().warn({ event: 'service problem', ...serviceErrorFields(result.error) })
  return null
}

export const watchEveryMs = 60_000
/** Shorter than the interval, so that the next watch finds no lock of the one before. */
const lockMs = watchEveryMs - 1000
/** How long until a stuck run is reported again. */
const reportedForMs = 60 * 60_000

/**
 * Reports stuck task runs, each at most once an hour. Of the instances that share a Redis, one looks in each minute.
 *
 * @throws StoreUnavailableError
 */
export async function reportStuckTaskRuns(send: (message: Message) => void): Promise<void> {
  if (!(await store().setIfAbsent('stuck-task-runs-watched', true, { ttlMs: lockMs }))) return
  const pending = await recentTaskRuns()
  const news = []
  for (const run of pending?.taskRuns ?? []) {
    if (!isStuck(run, config().stuckAfterMinutes * 60)) continue
    if (await store().setIfAbsent(`stuck-task-run-told:${run.task_run_id}`, true, { ttlMs: reportedForMs }))
      news.push(run)
  }
  if (news.length > 0) send(taskRunsStuck(news))
}
