import { fieldColumns } from '@/lib/console/csv'
import type { ExportPart } from '@/lib/console/parts'
import type { PendingTaskRuns, TaskRun } from '@/lib/service'
import { filterTaskRuns, type TaskRunFilter } from './filters'

/** The fields of the interface's "Task run status record", in its order. */
export const taskRunColumns = fieldColumns([
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

/** Yields the listed pending runs that match a filter, with the length of the list if the service has more runs. */
export function taskRunPart(
  { taskRuns, limit, hasMore }: PendingTaskRuns,
  filter: TaskRunFilter,
  stuckAfterSeconds: number,
) {
  const rows = filterTaskRuns(taskRuns, filter, stuckAfterSeconds)
  return { kind: 'rows', rows, cutAt: hasMore ? limit : undefined } satisfies ExportPart<TaskRun>
}
