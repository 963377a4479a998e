import { requireOperator } from '@/lib/auth/user'
import { config } from '@/lib/config'
import type { CsvColumn } from '@/lib/console/shared/csv'
import { exportResponse } from '@/lib/console/shared/export'
import { filterTaskRuns, findTaskRuns } from '@/lib/console/task-runs/filters'
import { readTaskRunQuery } from '@/lib/console/task-runs/query'
import { exportTexts } from '@/components/console/shared/export-texts'
import { listPendingTaskRuns, type CallOptions, type ServiceAccess, type TaskRun } from '@/lib/service'

export { POST, PUT, PATCH, DELETE, OPTIONS } from '@/lib/console/shared/other-methods'

/** The fields of the interface's "Task run status record", in its order. */
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

/** The pending list as a file, with the page's filter. The service lists only so many runs. */
export async function GET(request: Request): Promise<Response> {
  await requireOperator()
  const searchParams = Object.fromEntries(new URL(request.url).searchParams)
  const { show, find, minutes } = readTaskRunQuery(searchParams, config().stuckAfterMinutes)
  async function* rows(access: ServiceAccess, options: CallOptions) {
    const { taskRuns } = await listPendingTaskRuns(access, options)
    const shown = filterTaskRuns(taskRuns, show, minutes * 60)
    yield { kind: 'rows' as const, rows: find === null ? shown : findTaskRuns(shown, find) }
  }
  return exportResponse(request, {
    name: `${show === 'all' ? 'pending' : show.replaceAll('_', '-')}-task-runs`,
    columns,
    rows,
    texts: exportTexts(),
  })
}
