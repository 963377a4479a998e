import { sortingOf, type Sort, type SortValue } from '@/lib/console/shared/sort'
import type { TaskRun } from '@/lib/service'
import { taskRunGroup, taskRunGroups, taskRunState, type TaskRunState } from './state'

/** The sortable columns of the list. `group` sorts by remedy. */
export const taskRunSorting = sortingOf({
  task_run_id: 'text',
  state: 'text',
  updated_at: 'time',
  blockchain_status: 'text',
  status: 'text',
  group: 'text',
})
export type TaskRunColumn = (typeof taskRunSorting.keys)[number]

/** By remedy, and in the service's order within a group. */
export const defaultTaskRunSort: Sort<TaskRunColumn> = { key: 'group', direction: 'ascending' }

/** The worst first. */
const states: readonly TaskRunState[] = [
  'stuck',
  'never_validated',
  'without_raw_data',
  'awaits_validation',
  'on_time',
  'validated',
]

/** Returns the value of a run in a column. */
export function taskRunSortValue(run: TaskRun, column: TaskRunColumn, stuckAfterSeconds: number): SortValue {
  switch (column) {
    case 'state':
      return states.indexOf(taskRunState(run, stuckAfterSeconds))
    case 'group':
      return taskRunGroups.indexOf(taskRunGroup(run, stuckAfterSeconds))
    default:
      return run[column]
  }
}
