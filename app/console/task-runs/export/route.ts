import { exportTexts } from '@/components/console/shared/export-texts'
import { config } from '@/lib/config'
import { fieldColumns } from '@/lib/console/shared/csv'
import { exportResponse, type ExportPart } from '@/lib/console/shared/export'
import { operatorOrRefusal } from '@/lib/console/shared/operator-or-refusal'
import { filterTaskRuns, findTaskRuns } from '@/lib/console/task-runs/filters'
import { readTaskRunQuery } from '@/lib/console/task-runs/query'
import { consoleTexts } from '@/lib/skin/texts'
import { listPendingTaskRuns, type CallOptions, type ServiceAccess, type TaskRun } from '@/lib/service'

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

/** The pending list as a file, with the page's filter. Where the service has more runs than it lists, the file says so. */
export async function GET(request: Request): Promise<Response> {
  const operator = await operatorOrRefusal(consoleTexts()('shared.operatorsOnly'))
  if (operator instanceof Response) return operator
  const searchParams = Object.fromEntries(new URL(request.url).searchParams)
  const { show, find, minutes } = readTaskRunQuery(searchParams, config().stuckAfterMinutes)
  async function* readRows(access: ServiceAccess, options: CallOptions): AsyncGenerator<ExportPart<TaskRun>> {
    const { taskRuns, limit, hasMore } = await listPendingTaskRuns(access, options)
    const shown = filterTaskRuns(taskRuns, show, minutes * 60)
    yield {
      kind: 'rows',
      rows: find === null ? shown : findTaskRuns(shown, find),
      cutAt: hasMore ? limit : undefined,
    }
  }
  return exportResponse(request, operator, {
    name: `${show === 'all' ? 'pending' : show.replaceAll('_', '-')}-task-runs`,
    columns,
    rows: readRows,
    texts: exportTexts(),
  })
}
