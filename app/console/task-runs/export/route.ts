import { requireOperator } from '@/lib/auth/user'
import type { CsvColumn } from '@/lib/console/csv'
import { exportResponse } from '@/lib/console/export'
import { readTaskRunQuery } from '@/lib/console/task-run-query'
import { isStuck } from '@/lib/console/task-runs'
import { listPendingTaskRuns, type CallOptions, type ServiceAccess, type TaskRun } from '@/lib/service'

/** Under the interface's own names, in the order of its "Task run status record". */
const columns: readonly CsvColumn<TaskRun>[] = [
  { name: 'task_run_id', value: (run) => run.task_run_id },
  { name: 'task_id', value: (run) => run.task_id },
  { name: 'event_id', value: (run) => run.event_id },
  { name: 'status', value: (run) => run.status },
  { name: 'blockchain_status', value: (run) => run.blockchain_status },
  { name: 'validated_at', value: (run) => run.validated_at },
  { name: 'raw_data_invalid', value: (run) => run.raw_data_invalid },
  { name: 'force_ended', value: (run) => run.force_ended },
  { name: 'ingested_at', value: (run) => run.ingested_at },
  { name: 'updated_at', value: (run) => run.updated_at },
  { name: 'seconds_since_update', value: (run) => run.seconds_since_update },
]

/** The pending list as a file: as much of it as the service lists, and as the page's own query asks for. */
export async function GET(request: Request): Promise<Response> {
  await requireOperator()
  const { isStuckOnly, minutes } = readTaskRunQuery(Object.fromEntries(new URL(request.url).searchParams))
  async function* rows(access: ServiceAccess, options: CallOptions) {
    const { taskRuns } = await listPendingTaskRuns(access, options)
    yield* isStuckOnly ? taskRuns.filter((run) => isStuck(run, minutes * 60)) : taskRuns
  }
  return exportResponse(request, { name: isStuckOnly ? 'stuck-task-runs' : 'pending-task-runs', columns, rows })
}
