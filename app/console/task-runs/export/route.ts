import { exportTexts } from '@/components/console/shared/export-texts'
import { requireOperator } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { fieldColumns } from '@/lib/console/shared/csv'
import { exportResponse, partOf } from '@/lib/console/shared/export'
import { filterTaskRuns, findTaskRuns } from '@/lib/console/task-runs/filters'
import { readTaskRunQuery } from '@/lib/console/task-runs/query'
import { listPendingTaskRuns, type CallOptions, type Listed, type ServiceAccess, type TaskRun } from '@/lib/service'

export { HEAD, POST, PUT, PATCH, DELETE, OPTIONS } from '@/lib/console/shared/other-methods'

/** The fields of the interface's "Task run status record", in its order. */
const columns = fieldColumns([
  'task_run_id',
  'task_id',
  'event_id',
  'status',
  'blockchain_status',
  'validated_at',
  'raw_data_invalid',
  'force_ended',
  'ingested_at',
  'updated_at',
  'seconds_since_update',
])

/** The pending list as a file, with the page's filter. The service lists only so many runs. */
export async function GET(request: Request): Promise<Response> {
  const operator = await requireOperator()
  const searchParams = Object.fromEntries(new URL(request.url).searchParams)
  const { show, find, minutes } = readTaskRunQuery(searchParams, config().stuckAfterMinutes)
  async function readRows(access: ServiceAccess, options: CallOptions): Promise<readonly Listed<TaskRun>[]> {
    const { taskRuns } = await listPendingTaskRuns(access, options)
    const shown = filterTaskRuns(taskRuns, show, minutes * 60)
    return find === null ? shown : findTaskRuns(shown, find)
  }
  return exportResponse(request, operator, {
    name: `${show === 'all' ? 'pending' : show.replaceAll('_', '-')}-task-runs`,
    columns,
    rows: (access, options) => partOf(readRows(access, options)),
    texts: exportTexts(),
  })
}
