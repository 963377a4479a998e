import { Badge, type BadgeTone } from '@/components/console/shared/badge'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { Identifier } from '@/components/console/shared/identifier'
import { pageUrl } from '@/lib/console/shared/page-url'
import { serviceTime, taskRunNotes, taskRunState, type TaskRunState } from '@/lib/console/task-runs/state'
import { formatDuration } from '@/lib/format'
import { consoleTexts } from '@/lib/skin/texts'
import type { ConsoleTextKey } from '@/lib/messages/keys'
import type { Listed, TaskRun } from '@/lib/service'
import { serviceText } from '@/lib/service/text'
import { RelativeTime } from './relative-time'

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

/** Task runs in the service's order. Stuck ones are highlighted. */
export function TaskRunTable({
  caption,
  taskRuns,
  stuckAfterSeconds,
}: {
  caption: string
  taskRuns: readonly Listed<TaskRun>[]
  stuckAfterSeconds: number
}) {
  return (
    <DataTable
      caption={caption}
      columns={columnsFor(stuckAfterSeconds)}
      rows={taskRuns}
      rowKey={(run) => run.task_run_id}
      isMarked={(run) => taskRunState(run, stuckAfterSeconds) === 'stuck'}
    />
  )
}

function columnsFor(stuckAfterSeconds: number): Column<TaskRun>[] {
  const t = consoleTexts()
  return [
    {
      header: t('taskRuns.columns.run'),
      cell: ({ task_run_id: id }) => <Id value={id} what={t('taskRuns.runId')} />,
      isRowHeader: true,
    },
    {
      header: t('taskRuns.columns.state'),
      cell: (run) => <State run={run} state={taskRunState(run, stuckAfterSeconds)} />,
    },
    {
      header: t('taskRuns.columns.note'),
      cell: (run) => <Notes run={run} stuckAfterSeconds={stuckAfterSeconds} />,
    },
    {
      header: t('taskRuns.columns.updated'),
      cell: (run) => <RelativeTime time={run.updated_at} now={serviceTime(run)} />,
    },
    {
      header: t('taskRuns.columns.onChain'),
      cell: ({ blockchain_status: word }) => <Status word={word} names={blockchainStatuses} />,
    },
    { header: t('taskRuns.columns.status'), cell: ({ status: word }) => <Status word={word} names={statuses} /> },
    {
      header: t('taskRuns.columns.started'),
      cell: (run) => <RelativeTime time={run.ingested_at} now={serviceTime(run)} />,
    },
    {
      header: t('taskRuns.columns.task'),
      cell: ({ task_id: id }) => <Id value={id} what={t('taskRuns.taskId')} />,
    },
    {
      header: t('taskRuns.columns.event'),
      cell: ({ event_id: id }) => <Id value={id} what={t('taskRuns.eventId')} />,
    },
  ]
}

/** An ID that leads to all pending runs that have it. */
function Id({ value, what }: { value: string; what: string }) {
  const href = value === '' ? undefined : pageUrl('/console/task-runs', {}, { find: value })
  return <Identifier value={value} what={what} href={href} />
}

function State({ run, state }: { run: TaskRun; state: TaskRunState }) {
  const t = consoleTexts()
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={tones[state]}>{t(`taskRuns.states.${state}`)}</Badge>
      {run.raw_data_invalid && state !== 'never_validated' && (
        <Badge tone="danger">{t('taskRuns.flags.raw_data_invalid')}</Badge>
      )}
      {run.force_ended && <Badge>{t('taskRuns.flags.force_ended')}</Badge>}
      {run.validated_at !== null && (
        <span className="whitespace-nowrap">
          {state !== 'validated' && t('taskRuns.states.validated')}{' '}
          <RelativeTime time={run.validated_at} now={serviceTime(run)} />
        </span>
      )}
    </span>
  )
}

/** What the state means, as far as the interface says; nothing where nothing is wrong. */
function Notes({ run, stuckAfterSeconds }: { run: TaskRun; stuckAfterSeconds: number }) {
  const t = consoleTexts()
  const duration = formatDuration(run.seconds_since_update)
  return taskRunNotes(run, stuckAfterSeconds).map((note) => (
    <p key={note} className="min-w-80">
      {t(`taskRuns.notes.${note}`, { duration })}
    </p>
  ))
}

/** A value that the interface does not list is shown as it is. */
function Status({ word, names }: { word: string; names: Readonly<Record<string, ConsoleTextKey>> }) {
  const key = Object.hasOwn(names, word) ? names[word] : undefined
  return <span className="whitespace-nowrap">{key ? consoleTexts()(key) : serviceText(word)}</span>
}
