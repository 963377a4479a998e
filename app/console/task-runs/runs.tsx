import { Announcement } from '@/components/console/announcement'
import { Badge } from '@/components/console/badge'
import { EmptyState, Note, ServiceProblem } from '@/components/console/notices'
import { FilterChips } from '@/components/console/filter-chips'
import { Identifier } from '@/components/console/identifier'
import type { Cells } from '@/components/console/cells'
import { sortedText, Table } from '@/components/console/table'
import { Link } from '@/components/ui/link'
import type { ListQuery } from '@/lib/console/query'
import { sortRows } from '@/lib/console/select'
import { pageUrl } from '@/lib/console/page-url'
import type { ReadResult } from '@/lib/console/service'
import { formatDuration, formatTime } from '@/lib/format'
import { isReadable, serviceText, type Listed, type PendingTaskRuns, type TaskRun } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { countTaskRuns, type BoundedCount } from '@/lib/task-runs/stuck'
import { CopyForTicket } from './copy-for-ticket'
import { countFilters, filterTaskRuns, taskRunFilters } from './filters'
import { paramsOf, selectTaskRuns, taskRuns } from './list'
import type { TaskRunQuery } from './query'
import { RefreshedContent } from './refresh'
import { taskRunNotes, taskRunState, type TaskRunState } from './state'

type Query = ListQuery<TaskRunQuery>

interface TaskRunsProps {
  query: Query
  result: ReadResult<PendingTaskRuns>
  /** ISO 8601. */
  readAt: string
}

/** The pending list, or the problem that prevented reading it. */
export function TaskRuns({ query, result, readAt }: TaskRunsProps) {
  const url = pageUrl(taskRuns.path, paramsOf(query))
  const failure = result.ok
    ? null
    : {
        explained: <ServiceProblem problem={result.problem} />,
        explainedWithRetry: <ServiceProblem problem={result.problem} retryUrl={url} />,
        retryAfterSeconds: result.problem.retryAfterSeconds,
      }
  return (
    <RefreshedContent url={url} readAt={readAt} failure={failure}>
      {result.ok && <List query={query} list={result.data} />}
    </RefreshedContent>
  )
}

function List({ query, list }: { query: Query; list: PendingTaskRuns }) {
  const t = consoleTexts()
  const { sort, filter } = query
  const { show, find, minutes } = filter
  const stuckAfterSeconds = minutes * 60
  const counts = countFilters(list, stuckAfterSeconds)
  const found = selectTaskRuns(list, filter).rows
  const shown = sortRows(taskRuns, found, query)
  const readable = shown.filter(isReadable)
  const heading = t(`taskRuns.todo.${show}`, { count: readable.length, minutes })
  const todo = show === 'all' && find === null ? todoOf(found, minutes) : ''
  const choices = taskRunFilters.filter(
    (each) => each === 'all' || each === 'stuck' || each === show || counts[each].count > 0,
  )
  return (
    <div className="list">
      <FilterChips
        label={t('taskRuns.filter.label')}
        choices={choices.map((each) => ({
          name: t(`taskRuns.filter.${each}`),
          count: countText(counts[each]),
          url: pageUrl(taskRuns.path, paramsOf({ sort, filter: { ...filter, find: null, show: each } })),
          isCurrent: find === null && each === show,
        }))}
      />
      {/* Announces the person's choices. A change of the list is announced only when they press Refresh. */}
      <Announcement
        text={t('taskRuns.shown', { filter: t(`taskRuns.filter.${show}`), count: shown.length })}
        of={[show, find, minutes].join(' ')}
      />
      <Announcement text={sortedText(taskRuns, sort) ?? ''} />
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <p className="font-semibold">{heading}</p>
        {todo !== '' && (
          // One line, so that the rows begin high up. The link of each group above shows the full text.
          <p title={todo} className="min-w-0 shrink grow basis-16 truncate max-md:basis-full max-md:whitespace-normal">
            {todo}
          </p>
        )}
        {find !== null && <Found id={find} query={query} />}
        {list.hasMore && (
          <Note>
            <span>{t('taskRuns.more.title', { limit: list.limit })}</span>{' '}
            {counts.stuck.isAtLeast && <span>{t('taskRuns.more.allStuck')}</span>}
          </Note>
        )}
        {readable.length > 0 && (
          <CopyForTicket text={[heading, ...readable.map((run) => ticketLine(run, stuckAfterSeconds))].join('\n')} />
        )}
      </div>
      {shown.length > 0 ? <TaskRunTable taskRuns={shown} query={query} /> : <NoRuns list={list} query={query} />}
    </div>
  )
}

/** Returns the number of pending runs, for the head of the page. */
export const pendingCount = (list: PendingTaskRuns) => countText(countTaskRuns(list, 0).pending)

/** Says how many runs need which action, the most urgent group first. */
function todoOf(taskRuns: readonly Listed<TaskRun>[], minutes: number): string {
  return (['ask_service', 'no_end', 'raw_data_invalid', 'force_ended'] as const)
    .map((group) => ({ group, count: filterTaskRuns(taskRuns, group, minutes * 60).filter(isReadable).length }))
    .filter(({ count }) => count > 0)
    .map(({ group, count }) => consoleTexts()(`taskRuns.todo.${group}`, { count, minutes }))
    .join(' · ')
}

function countText({ count, isAtLeast }: BoundedCount): string {
  return isAtLeast ? consoleTexts()('taskRuns.filter.atLeast', { count }) : consoleFormats().count(count)
}

/** Describes a run in the service's own words, because staff send the ticket to the service. */
function ticketLine(run: TaskRun, stuckAfterSeconds: number): string {
  const t = consoleTexts()
  const text = (value: string) => serviceText(value) ?? ''
  return t('taskRuns.ticketLine', {
    run: text(run.task_run_id),
    task: text(run.task_id),
    event: text(run.event_id),
    updated: formatTime(run.updated_at),
    state: t(`taskRuns.words.state.${taskRunState(run, stuckAfterSeconds)}`),
    onChain: text(run.blockchain_status),
    status: text(run.status),
  })
}

function Found({ id, query }: { id: string; query: Query }) {
  const t = consoleTexts()
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-2">
        {t('taskRuns.found.title')} <Identifier value={id} what={t('taskRuns.found.idToCopy')} isWhole />
      </p>
      <ShowAll query={query} />
    </>
  )
}

function ShowAll({ query: { sort, filter } }: { query: Query }) {
  return (
    <Link href={pageUrl(taskRuns.path, paramsOf({ sort, filter: { ...filter, find: null, show: 'all' } }))}>
      {consoleTexts()('taskRuns.showAll')}
    </Link>
  )
}

function NoRuns({ list, query }: { list: PendingTaskRuns; query: Query }) {
  const t = consoleTexts()
  const { show, find, minutes } = query.filter
  const { limit, hasMore } = list
  const pending = list.taskRuns.length
  if (find !== null) {
    return (
      <EmptyState title={t('taskRuns.found.none')}>
        <p>{hasMore ? t('taskRuns.found.noneTextOfMore', { limit }) : t('taskRuns.found.noneText')}</p>
      </EmptyState>
    )
  }
  if (pending === 0) {
    return (
      <EmptyState title={t('taskRuns.empty.title')}>
        <p>{t('taskRuns.empty.text')}</p>
      </EmptyState>
    )
  }
  return (
    <EmptyState title={t(show === 'stuck' ? 'taskRuns.noneStuck.title' : 'taskRuns.noneFiltered.title')}>
      <p>
        <span>
          {show === 'stuck' ? t('taskRuns.noneStuck.text', { minutes }) : t('taskRuns.noneFiltered.text', { pending })}
        </span>{' '}
        {show === 'stuck' && hasMore && <span>{t('taskRuns.noneStuck.textOfMore')}</span>}
      </p>
      <p>
        <ShowAll query={query} />
      </p>
    </EmptyState>
  )
}

/** Task runs in the given order. Stuck ones have a mark. */
export function TaskRunTable({ taskRuns: rows, query }: { taskRuns: readonly Listed<TaskRun>[]; query: Query }) {
  return (
    <Table
      table={taskRuns}
      caption={consoleTexts()(`taskRuns.captions.${query.filter.show}`)}
      rows={rows}
      filter={query.filter}
      order={{ sort: query.sort, path: taskRuns.path, searchParams: paramsOf(query) }}
      parts={{
        cells,
        isMarked: (run, { minutes }) => taskRunState(run, minutes * 60) === 'stuck',
        detailsId: ({ task_run_id: id }) => `run-${id}`,
      }}
    />
  )
}

const cells: Cells<TaskRun, TaskRunQuery> = {
  state: (run, { minutes }) => <State run={run} state={taskRunState(run, minutes * 60)} />,
  // One line here and the full text in the details. On a narrow screen, the card has the full text.
  group: (run, { minutes }) => (
    <span className="block truncate @max-[46rem]:whitespace-normal">{noteText(run, minutes * 60)}</span>
  ),
  meaning: (run, { minutes }) => noteText(run, minutes * 60) || consoleTexts()('taskRuns.nothingWrong'),
  validated_at: ({ validated_at: at }) => (at === null ? consoleTexts()('taskRuns.notValidated') : undefined),
}

function State({ run, state }: { run: TaskRun; state: TaskRunState }) {
  const t = consoleTexts()
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-xs">
      <Badge tone={taskRuns.columns['state']?.tones?.[state] ?? 'neutral'}>{t(`taskRuns.words.state.${state}`)}</Badge>
      {run.raw_data_invalid && state !== 'never_validated' && (
        <span className="text-danger">
          <span aria-hidden="true">×</span> {t('taskRuns.flags.raw_data_invalid')}
        </span>
      )}
      {run.force_ended && <span className="text-muted">{t('taskRuns.flags.force_ended')}</span>}
      {run.validated_at !== null && state !== 'validated' && (
        <span className="text-muted">{t('taskRuns.words.state.validated')}</span>
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
