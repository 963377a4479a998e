import { z } from 'zod'
import { interpretResponse } from './interpret-response'
import { readRecord, type Listed } from './listed'
import { count, taskRun, type TaskRun } from './records'
import { read, type ReadOptions, type ServiceAccess } from './transport'

const operation = 'listPendingTaskRuns'
const maxResponseBytes = 1024 * 1024

const body = z.object({
  status: z.literal('success'),
  data: z.object({ task_runs: z.array(z.unknown()), count, limit: count }),
})

/** The task runs whose end is not on chain yet. */
export interface PendingTaskRuns {
  /** Sorted by `updated_at`, oldest first. */
  taskRuns: Listed<TaskRun>[]
  /** The max number of task runs in one response (100). */
  limit: number
  /** Whether the service may have more pending task runs than listed, because the list has reached its limit. */
  hasMore: boolean
}

/**
 * Reads the task runs that are `pending` or `running` on chain ("List pending task runs").
 *
 * @throws any ServiceError, and the reason of `options.signal`
 */
export function listPendingTaskRuns(access: ServiceAccess, options: ReadOptions = {}): Promise<PendingTaskRuns> {
  return read(access, { operation, path: 'task_runs/pending' }, interpretPendingTaskRuns, options)
}

/** Interprets a response to "List pending task runs". */
export async function interpretPendingTaskRuns(response: Response): Promise<PendingTaskRuns> {
  const { data } = await interpretResponse(response, { operation, schema: body, maxResponseBytes })
  const taskRuns = data.task_runs.map((record) => readRecord(taskRun, record))
  return { taskRuns, limit: data.limit, hasMore: data.count >= data.limit }
}
