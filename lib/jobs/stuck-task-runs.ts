import 'server-only'
import type { DeploymentLabels } from '@/lib/config/labels'
import { isStuck } from '@/lib/task-runs/stuck'
import { isReadable, type PendingTaskRuns } from '@/lib/service'
import type { Store } from '@/lib/store'
import { taskRunsStuck, type Message } from './message'

/** How long until a stuck run is reported again. */
const reportedForMs = 60 * 60_000

/** The dependencies of the watch for stuck task runs. */
export interface StuckWatch {
  store: Store
  /** Reads the pending runs, or null if they cannot be read. */
  read: () => Promise<PendingTaskRuns | null>
  /** Queues a message, or throws. */
  put: (message: Message) => Promise<void>
  stuckAfterMinutes: number
  labels: DeploymentLabels
  now?: () => number
}

/**
 * Reports stuck task runs, each at most once an hour.
 *
 * @throws StoreUnavailableError
 */
export async function reportStuckTaskRuns(watch: StuckWatch): Promise<void> {
  const { store, read, put, stuckAfterMinutes, labels, now = Date.now } = watch
  const pending = await read()
  if (!pending) return
  const stuck = pending.taskRuns.filter(isReadable).filter((run) => isStuck(run, stuckAfterMinutes * 60))
  const news = []
  for (const run of stuck) {
    if (await store.setIfAbsent(reportedKey(run.task_run_id), true, { ttlMs: reportedForMs })) news.push(run)
  }
  if (news.length === 0) return
  try {
    await put(taskRunsStuck({ taskRuns: news, stuckAfterMinutes, labels, at: now() }))
  } catch (error) {
    // The report failed, so it must not count as sent.
    await Promise.allSettled(news.map((run) => store.delete(reportedKey(run.task_run_id))))
    throw error
  }
}

const reportedKey = (runId: string) => `stuck-task-run-told:${runId}`
