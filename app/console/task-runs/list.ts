import { config } from '@/lib/config'
import { columnsOf, defineList } from '@/lib/console/list'
import { pageUrl } from '@/lib/console/page-url'
import { listPendingTaskRuns, type TaskRun } from '@/lib/service'
import { matchesFilter } from './filters'
import { readTaskRunQuery, type TaskRunQuery } from './query'
import { serviceTime, taskRunGroup, taskRunGroups, taskRunState } from './state'

const { id, badge, time, word, text } = columnsOf<TaskRun, Pick<TaskRunQuery, 'minutes'>>()
const path = '/console/task-runs'

/** The page with all pending runs that have this ID. */
const hrefOf = (id: string) => (id === '' ? undefined : pageUrl(path, {}, { find: id }))

/** The task runs whose end is not on chain yet ("List pending task runs"). */
export const taskRuns = defineList<TaskRun, TaskRunQuery>({
  name: 'taskRuns',
  path,
  source: {
    kind: 'whole',
    async read(access, _filter, options) {
      const { taskRuns: rows, limit, hasMore } = await listPendingTaskRuns(access, options)
      return { rows, cutAt: hasMore ? limit : undefined }
    },
  },
  find: { in: ['task_run_id', 'task_id', 'event_id'] },
  where: (run, { show, minutes }) => matchesFilter(run, show, minutes * 60),
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
  sizes: null,
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
