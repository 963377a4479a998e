import { Badge, type BadgeTone } from '@/components/console/shared/badge'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { Detail, Details } from '@/components/console/shared/details'
import { Identifier } from '@/components/console/shared/identifier'
import { serviceTime, taskRunState, type TaskRunState } from '@/lib/console/task-runs/state'
import { formatDuration } from '@/lib/format'
import { consoleMessages } from '@/lib/messages/console'
import { taskRunMessages } from '@/lib/messages/console-task-runs'
import type { Listed, TaskRun } from '@/lib/service'
import { serviceText } from '@/lib/service-text'
import { RelativeTime } from './relative-time'

const { table: texts, states, flags, notValidated, statuses, blockchainStatuses, legend } = taskRunMessages

const tones: Record<TaskRunState, BadgeTone> = {
  on_time: 'neutral',
  stuck: 'warning',
  awaits_validation: 'neutral',
  without_raw_data: 'neutral',
  never_validated: 'danger',
  validated: 'success',
}

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
  const stateOf = (run: TaskRun) => taskRunState(run, stuckAfterSeconds)
  return (
    <DataTable
      caption={caption}
      columns={columnsFor(stateOf)}
      rows={taskRuns}
      rowKey={(run) => run.task_run_id}
      isMarked={(run) => stateOf(run) === 'stuck'}
    />
  )
}

function columnsFor(stateOf: (run: TaskRun) => TaskRunState): Column<TaskRun>[] {
  return [
    {
      header: texts.run,
      cell: ({ task_run_id: id }) => <Identifier value={id} what={texts.runId} />,
      isRowHeader: true,
    },
    { header: texts.state, cell: (run) => <State state={stateOf(run)} seconds={run.seconds_since_update} /> },
    { header: texts.onChain, cell: (run) => translated(blockchainStatuses, run.blockchain_status) },
    { header: texts.status, cell: (run) => translated(statuses, run.status) },
    { header: texts.updated, cell: (run) => <RelativeTime time={run.updated_at} now={serviceTime(run)} /> },
    { header: texts.validated, cell: (run) => <Validated run={run} /> },
    { header: texts.flags, cell: (run) => <Flags run={run} /> },
    { header: texts.ingested, cell: (run) => <RelativeTime time={run.ingested_at} now={serviceTime(run)} /> },
    { header: texts.task, cell: ({ task_id: id }) => <Identifier value={id} what={texts.taskId} /> },
    { header: texts.event, cell: ({ event_id: id }) => <Identifier value={id} what={texts.eventId} /> },
  ]
}

function State({ state, seconds }: { state: TaskRunState; seconds: number }) {
  return (
    <>
      <Badge tone={tones[state]}>{states[state].name}</Badge>
      {state === 'stuck' && (
        <span className="mt-1 block text-xs whitespace-nowrap">{texts.quietFor(formatDuration(seconds))}</span>
      )}
    </>
  )
}

function Validated({ run }: { run: TaskRun }) {
  if (run.validated_at !== null) return <RelativeTime time={run.validated_at} now={serviceTime(run)} />
  if (run.raw_data_invalid) return <Badge tone="danger">{notValidated.never}</Badge>
  return <span className="whitespace-nowrap text-muted">{notValidated.notYet}</span>
}

function Flags({ run }: { run: TaskRun }) {
  if (!run.raw_data_invalid && !run.force_ended) return <span className="text-muted">{consoleMessages.none}</span>
  return (
    <span className="flex gap-1">
      {run.raw_data_invalid && <Badge tone="danger">{flags.rawDataInvalid.name}</Badge>}
      {run.force_ended && <Badge>{flags.forceEnded.name}</Badge>}
    </span>
  )
}

/** The console's word for a value of the interface; a value that it does not list is shown as it is. */
function translated(words: Readonly<Record<string, string>>, word: string) {
  const name = Object.hasOwn(words, word) ? words[word] : undefined
  return <span className="whitespace-nowrap">{name ?? serviceText(word)}</span>
}

/** Explains the words of the table. */
export function TaskRunLegend() {
  const words = [...Object.values(states), ...Object.values(flags)]
  return (
    <details className="text-sm">
      <summary className="min-h-6 cursor-pointer font-medium text-accent">{legend}</summary>
      <div className="mt-3">
        <Details>
          {words.map(({ name, text }) => (
            <Detail key={name} name={name}>
              {text}
            </Detail>
          ))}
        </Details>
      </div>
    </details>
  )
}
