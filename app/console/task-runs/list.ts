import 'server-only'
import { z } from 'zod'
import { config } from '@/lib/config'
import { columnsOf, defineList } from '@/lib/console/list'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import { listPendingTaskRuns, mapData, type TaskRun } from '@/lib/service'
import { byUrgency, matchesFilter, serviceTime, taskRunFilters } from './state'

export const stuckMinutes = { min: 1, max: 7 * 24 * 60 } as const

const shown = z.enum(taskRunFilters).catch('all')
const threshold = z.coerce.number().int().min(stuckMinutes.min).max(stuckMinutes.max).optional()

/** @param defaultMinutes - the deployment's threshold (`STUCK_AFTER_MINUTES`), which the query overrides. */
export function readTaskRunQuery({ show, minutes }: SearchParams, defaultMinutes: number) {
  const { success, data = defaultMinutes } = threshold.safeParse(minutes)
  return { show: shown.parse(show), minutes: data, hasInvalidMinutes: !success }
}
export type TaskRunQuery = ReturnType<typeof readTaskRunQuery>

const { id, flag, time, word } = columnsOf<TaskRun, TaskRunQuery>()
const path = '/console/task-runs'

const hrefOf = (id: string) => (id === '' ? undefined : pageUrl(path, {}, { find: id }))

export const taskRuns = defineList<TaskRun, TaskRunQuery>({
  name: 'taskRuns',
  path,
  source: {
    kind: 'whole',
    async read(access, filter, options) {
      const result = await listPendingTaskRuns(access, options)
      return mapData(result, ({ taskRuns, unreadable, limit, hasMore }) => {
        return { rows: byUrgency(taskRuns, filter), unreadable, cutAt: hasMore ? limit : undefined }
      })
    },
  },
  find: { in: ['task_run_id', 'task_id', 'event_id'] },
  where: (run, query) => matchesFilter(run, query.show, query),
  filter: (searchParams) => readTaskRunQuery(searchParams, config().stuckAfterMinutes),
  fileName: ({ show }) => `${show === 'all' ? 'pending' : show.replaceAll('_', '-')}-task-runs`,
  columns: {
    task_run_id: id({ isRowHeader: true, href: hrefOf }),
    task_id: id({ href: hrefOf, hasCopy: false, card: 'open' }),
    event_id: id({ href: hrefOf, hasCopy: false, card: 'open' }),
    updated_at: time({ now: serviceTime, card: 'end' }),
    blockchain_status: word({ words: ['pending', 'running', 'finished'], isDetail: true, isSortable: true }),
    status: word({ words: ['in_progress', 'completed'], isDetail: true, isSortable: true }),
    ingested_at: time({ isDetail: true }),
    validated_at: time({ isDetail: true }),
    raw_data_invalid: flag({ isDetail: true }),
    force_ended: flag({ isDetail: true }),
  },
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
