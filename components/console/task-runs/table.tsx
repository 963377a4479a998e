import { Badge, type BadgeTone } from '@/components/console/shared/badge'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { Identifier } from '@/components/console/shared/identifier'
import { sortLinks } from '@/components/console/shared/sort-links'
import { RelativeTime, Time } from '@/components/console/shared/time'
import { pageUrl } from '@/lib/console/shared/page-url'
import { taskRunParams, type TaskRunQuery } from '@/lib/console/task-runs/query'
import { taskRunSorting } from '@/lib/console/task-runs/sort'
import { serviceTime, taskRunNotes, taskRunState, type TaskRunState } from '@/lib/console/task-runs/state'
import { formatDuration } from '@/lib/format'
import { consoleTexts } from '@/lib/skin/texts'
import type { ConsoleTextKey } from '@/lib/messages/keys'
import { serviceText, type Listed, type TaskRun } from '@/lib/service'

const path = '/console/task-runs'

const tones: Record<TaskRunState, BadgeTone> = {
  on_time: 'neutral',
  stuck: 'warning',
  awaits_validation: 'neutral',
  without_raw_data: 'neutral',
  never_validated: 'danger',
  validated: 'success',
}

const statuses = {
  in_progress: 'taskRuns.statuses.in_progress',
  completed: 'taskRuns.statuses.completed',
} as const
const blockchainStatuses = {
  pending: 'taskRuns.blockchainStatuses.pending',
  running: 'taskRuns.blockchainStatuses.running',
  finished: 'taskRuns.blockchainStatuses.finished',
} as const

/** Task runs in the given order. Stuck ones have a mark. */
export function TaskRunTable({ taskRuns, query }: { taskRuns: readonly Listed<TaskRun>[]; query: TaskRunQuery }) {
  const t = consoleTexts()
  const stuckAfterSeconds = query.minutes * 60
  return (
    <DataTable
      caption={t(`taskRuns.captions.${query.show}`)}
      columns={columnsFor(query)}
      rows={taskRuns}
      rowKey={(run) => run.task_run_id}
      isMarked={(run) => taskRunState(run, stuckAfterSeconds) === 'stuck'}
      details={{
        label: ({ task_run_id: id }) => t('taskRuns.details', { id: id.slice(-6) }),
        id: ({ task_run_id: id }) => `run-${id}`,
      }}
    />
  )
}

function columnsFor(query: TaskRunQuery): Column<TaskRun>[] {
  const t = consoleTexts()
  const stuckAfterSeconds = query.minutes * 60
  const sortBy = sortLinks(taskRunSorting, query.sort, { path, searchParams: taskRunParams(query) })
  return [
    {
      header: t('taskRuns.columns.run'),
      cell: ({ task_run_id: id }) => <Identifier value={id} what={t('taskRuns.runId')} />,
      isRowHeader: true,
      sort: sortBy('task_run_id'),
    },
    {
      header: t('taskRuns.columns.state'),
      cell: (run) => <State run={run} state={taskRunState(run, stuckAfterSeconds)} />,
      sort: sortBy('state'),
    },
    {
      header: t('taskRuns.columns.updated'),
      cell: (run) => <RelativeTime time={run.updated_at} now={serviceTime(run)} />,
      sort: sortBy('updated_at'),
    },
    {
      header: t('taskRuns.columns.onChain'),
      cell: ({ blockchain_status: word }) => <Status word={word} names={blockchainStatuses} />,
      sort: sortBy('blockchain_status'),
    },
    {
      header: t('taskRuns.columns.status'),
      cell: ({ status: word }) => <Status word={word} names={statuses} />,
      sort: sortBy('status'),
    },
    {
      header: t('taskRuns.columns.note'),
      // One line here and the full text in the details. On a narrow screen, the card has the full text.
      cell: (run) => (
        <span className="block truncate @max-[46rem]:whitespace-normal">{noteText(run, stuckAfterSeconds)}</span>
      ),
      sort: sortBy('group'),
    },
    {
      header: t('taskRuns.columns.meaning'),
      cell: (run) => noteText(run, stuckAfterSeconds) || t('taskRuns.nothingWrong'),
      isDetail: true,
    },
    {
      header: t('taskRuns.columns.runId'),
      // The button that copies it is in the row.
      cell: ({ task_run_id: id }) => <Id value={id} what={t('taskRuns.runId')} hasCopy={false} />,
      isDetail: true,
    },
    {
      header: t('taskRuns.columns.task'),
      cell: ({ task_id: id }) => <Id value={id} what={t('taskRuns.taskId')} />,
      isDetail: true,
    },
    {
      header: t('taskRuns.columns.event'),
      cell: ({ event_id: id }) => <Id value={id} what={t('taskRuns.eventId')} />,
      isDetail: true,
    },
    {
      header: t('taskRuns.columns.started'),
      cell: (run) => <Time time={run.ingested_at} />,
      isDetail: true,
    },
    {
      header: t('taskRuns.columns.updatedAt'),
      cell: (run) => <Time time={run.updated_at} />,
      isDetail: true,
    },
    {
      header: t('taskRuns.columns.validatedAt'),
      cell: ({ validated_at: at }) => (at === null ? t('taskRuns.notValidated') : <Time time={at} />),
      isDetail: true,
    },
  ]
}

/** An ID that links to all pending runs with it. */
function Id({ value, what, hasCopy = true }: { value: string; what: string; hasCopy?: boolean }) {
  const href = value === '' ? undefined : pageUrl(path, {}, { find: value })
  return <Identifier value={value} what={what} href={href} hasCopy={hasCopy} isWhole />
}

function State({ run, state }: { run: TaskRun; state: TaskRunState }) {
  const t = consoleTexts()
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-xs">
      <Badge tone={tones[state]}>{t(`taskRuns.states.${state}`)}</Badge>
      {run.raw_data_invalid && state !== 'never_validated' && (
        <span className="text-danger">
          <span aria-hidden="true">×</span> {t('taskRuns.flags.raw_data_invalid')}
        </span>
      )}
      {run.force_ended && <span className="text-muted">{t('taskRuns.flags.force_ended')}</span>}
      {run.validated_at !== null && state !== 'validated' && (
        <span className="text-muted">{t('taskRuns.states.validated')}</span>
      )}
    </span>
  )
}

/** Explains the state, if the interface defines it. Empty if nothing is wrong. */
function noteText(run: TaskRun, stuckAfterSeconds: number): string {
  const t = consoleTexts()
  const duration = formatDuration(run.seconds_since_update)
  const notes = taskRunNotes(run, stuckAfterSeconds)
  return notes.map((note) => t(`taskRuns.notes.${note}`, { duration })).join(' ')
}

/** The name of a status. A value that the interface does not list stays unchanged. */
function Status({ word, names }: { word: string; names: Readonly<Record<string, ConsoleTextKey>> }) {
  const key = Object.hasOwn(names, word) ? names[word] : undefined
  return <span className="whitespace-nowrap">{key ? consoleTexts()(key) : serviceText(word)}</span>
}
