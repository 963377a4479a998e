import { z } from 'zod'
import { mapData, type Result } from './errors'
import { count, listOf, taskRun, type TaskRun } from './records'
import { read, type ReadOptions, type ServiceAccess } from './transport'

const maxResponseBytes = 1024 * 1024

const schema = z.object({
  status: z.literal('success'),
  data: z.object({ task_runs: listOf(taskRun), count, limit: count }),
})

/** The task runs whose end is not on chain yet. */
export interface PendingTaskRuns {
  /** Sorted by `updated_at`, oldest first. */
  taskRuns: TaskRun[]
  /** The number of listed task runs that are unreadable. */
  unreadable: number
  /** The max number of task runs in one response (100). */
  limit: number
  /** Whether the service may have more pending task runs than listed, because the list has reached its limit. */
  hasMore: boolean
}

/** Reads the task runs that are `pending` or `running` on chain ("List pending task runs"). */
export async function listPendingTaskRuns(
  access: ServiceAccess,
  options: ReadOptions = {},
): Promise<Result<PendingTaskRuns>> {
  const request = { operation: 'listPendingTaskRuns', path: 'task_runs/pending', schema, maxResponseBytes } as const
  const result = await read(access, request, options)
  return mapData(result, ({ data: { task_runs, count, limit } }) => {
    return { taskRuns: task_runs.items, unreadable: task_runs.unreadable, limit, hasMore: count >= limit }
  })
}
