import { exportTexts } from '@/components/console/shared/export-texts'
import { config } from '@/lib/config'
import { exportResponse } from '@/lib/console/shared/export'
import type { ExportPart } from '@/lib/console/shared/export-parts'
import { operatorOrRefusal } from '@/lib/console/shared/operator-or-refusal'
import { taskRunColumns, taskRunPart } from '@/lib/console/task-runs/export'
import { findTaskRuns } from '@/lib/console/task-runs/filters'
import { readTaskRunQuery } from '@/lib/console/task-runs/query'
import { consoleTexts } from '@/lib/skin/texts'
import { listPendingTaskRuns, type CallOptions, type ServiceAccess, type TaskRun } from '@/lib/service'

/**
 * Exports the pending list as a file, with the page's filter. If the service has more runs than it lists, the file
 * contains a note about it.
 */
export async function GET(request: Request): Promise<Response> {
  const operator = await operatorOrRefusal(consoleTexts()('shared.operatorsOnly'))
  if (operator instanceof Response) return operator
  const searchParams = Object.fromEntries(new URL(request.url).searchParams)
  const { show, find, minutes } = readTaskRunQuery(searchParams, config().stuckAfterMinutes)
  async function* readRows(access: ServiceAccess, options: CallOptions): AsyncGenerator<ExportPart<TaskRun>> {
    const part = taskRunPart(await listPendingTaskRuns(access, options), show, minutes * 60)
    yield find === null ? part : { ...part, rows: findTaskRuns(part.rows, find) }
  }
  return exportResponse(request, operator, {
    name: `${show === 'all' ? 'pending' : show.replaceAll('_', '-')}-task-runs`,
    columns: taskRunColumns,
    rows: readRows,
    texts: exportTexts(),
  })
}
