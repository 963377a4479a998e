import { z } from 'zod'
import type { CallOptions } from './deadline'
import { judge } from './judge'
import { taskRun, type TaskRun } from './records'
import { read, type ServiceAccess } from './transport'

const operation = 'listPendingTaskRuns'
const answerLimitBytes = 1024 * 1024

const body = z.object({
  status: z.literal('success'),
  data: z.object({ task_runs: z.array(taskRun), count: z.int(), limit: z.int() }),
})

/** The task runs whose on-chain end has not landed. */
export interface PendingTaskRuns {
  /** By `updated_at`, the oldest update first. */
  taskRuns: TaskRun[]
  /** How many the service lists at most (100). */
  limit: number
  /** Whether more are pending than the service lists; it gives no way to see them. */
  hasMore: boolean
}

/**
 * "List pending task runs" ("Endpoints", 1): those that are `pending` or `running` on chain.
 *
 * @throws ServiceError of each kind, and the reason of `options.signal`
 */
export function listPendingTaskRuns(access: ServiceAccess, options: CallOptions = {}): Promise<PendingTaskRuns> {
  return read(access, { operation, path: 'task_runs/pending' }, judgePendingTaskRuns, options)
}

/** Judges an answer to "List pending task runs". */
export async function judgePendingTaskRuns(response: Response): Promise<PendingTaskRuns> {
  const { data } = await judge(response, { operation, schema: body, answerLimitBytes })
  return { taskRuns: data.task_runs, limit: data.limit, hasMore: data.count >= data.limit }
}
