import { config } from '@/lib/config'
import { columnsOf, defineList } from '@/lib/console/list'
import { sortParams, type ListQuery } from '@/lib/console/query'
import { pageUrl } from '@/lib/console/page-url'
import { listPendingTaskRuns, type PendingTaskRuns, type TaskRun } from '@/lib/service'
import { filterTaskRuns, findTaskRuns } from './filters'
import { readTaskRunQuery, taskRunParams, type TaskRunQuery } from './query'
import { serviceTime, taskRunGroup, taskRunGroups, taskRunState } from './state'

const { id, badge, time, word, text } = columnsOf<TaskRun, Pick<TaskRunQuery, 'minutes'>>()
const path = '/console/task-runs'

/** The page with all pending runs that have this ID. */
const hrefOf = (id: string) => (id === '' ? undefined : pageUrl(path, {}, { find: id }))

/** Selects the listed runs of a query, with the length of the list if the service has more runs. */
export function selectTaskRuns(
  { taskRuns, limit, hasMore }: PendingTaskRuns,
  { show, find, minutes }: Pick<TaskRunQuery, 'show' | 'find' | 'minutes'>,
) {
  const filtered = filterTaskRuns(taskRuns, show, minutes * 60)
  return { rows: find === null ? filtered : findTaskRuns(filtered, find), cutAt: hasMore ? limit : undefined }
}

/** The task runs whose end is not on chain yet ("List pending task runs"). */
export const taskRuns = defineList<TaskRun, TaskRunQuery>({
  name: 'taskRuns',
  path,
  source: {
    kind: 'whole',
    read: async (access, query, options) => selectTaskRuns(await listPendingTaskRuns(access, options), query),
  },
  filter: (searchParams) => readTaskRunQuery(searchParams, config().stuckAfterMinutes),
  fileName: ({ show }) => `${show === 'all' ? 'pending' : show.replaceAll('_', '-')}-task-runs`,
  columns: {
    task_run_id: id({ isRowHeader: true, href: hrefOf }),
    state: badge({
      value: (run, { minutes }) => taskRunState(run, minutes * 60),
      // The worst first.
      tones: {
        stuck: 'warning',
        never_validated: 'danger',
        without_raw_data: 'neutral',
        awaits_validation: 'neutral',
        on_time: 'neutral',
        validated: 'success',
      },
    }),
    updated_at: time({ now: serviceTime }),
    blockchain_status: word({ words: ['pending', 'running', 'finished'] }),
    status: word({ words: ['in_progress', 'completed'] }),
    // By remedy. The group has no name of its own, and the page shows what it means.
    group: text({ value: (run, { minutes }) => String(taskRunGroups.indexOf(taskRunGroup(run, minutes * 60))) }),
    meaning: text({ isDetail: true }),
    task_id: id({ isDetail: true, href: hrefOf }),
    event_id: id({ isDetail: true, href: hrefOf }),
    ingested_at: time({ isDetail: true }),
    validated_at: time({ isDetail: true }),
  },
  sort: { key: 'group', direction: 'ascending' },
  file: [
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
  ],
})

/** Returns the parameters of the page's URL, without the defaults. */
export const paramsOf = ({ sort, filter }: Pick<ListQuery<TaskRunQuery>, 'sort' | 'filter'>) => ({
  ...taskRunParams(filter),
  ...sortParams(taskRuns, sort),
})
