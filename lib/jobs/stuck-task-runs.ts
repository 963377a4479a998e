import 'server-only'
import { config } from '@/lib/config'
import { store } from '@/lib/store'
import { recentTaskRuns } from '@/lib/task-runs/recent'
import { isStuck } from '@/lib/task-runs/stuck'
import { taskRunsStuck, type Message } from './message'

/** How often `reportStuckTaskRuns` runs at each instance. */
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
