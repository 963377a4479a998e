import type { Route } from 'next'
import { Announcement } from '@/components/console/shared/announcement'
import { EmptyState } from '@/components/console/shared/empty-state'
import { FilterChips } from '@/components/console/shared/filter-chips'
import { Identifier } from '@/components/console/shared/identifier'
import { Note } from '@/components/console/shared/note'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { Link } from '@/components/ui/link'
import { pageUrl } from '@/lib/console/shared/page-url'
import type { ReadResult } from '@/lib/console/shared/service'
import { countFilters, filterTaskRuns, findTaskRuns, taskRunFilters } from '@/lib/console/task-runs/filters'
import { taskRunParams, type TaskRunQuery } from '@/lib/console/task-runs/query'
import { taskRunSorting, taskRunSortValue, type TaskRunColumn } from '@/lib/console/task-runs/sort'
import { taskRunState } from '@/lib/console/task-runs/state'
import { formatTime } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { isReadable, serviceText, type Listed, type PendingTaskRuns, type TaskRun } from '@/lib/service'
import { countTaskRuns, type BoundedCount } from '@/lib/task-runs/stuck'
import { CopyForTicket } from './copy-for-ticket'
import { RefreshedContent } from './refresh'
import { TaskRunTable } from './table'

const path: Route = '/console/task-runs'

/** The names of the columns that can sort a list. */
const columnNames = {
  task_run_id: 'taskRuns.columns.run',
  state: 'taskRuns.columns.state',
  updated_at: 'taskRuns.columns.updated',
  blockchain_status: 'taskRuns.columns.onChain',
  status: 'taskRuns.columns.status',
  group: 'taskRuns.columns.note',
} as const satisfies Record<TaskRunColumn, string>

interface TaskRunsProps {
  query: TaskRunQuery
  result: ReadResult<PendingTaskRuns>
  /** ISO 8601. */
  readAt: string
}

/** The pending list, or the problem that prevented reading it. */
export function TaskRuns({ query, result, readAt }: TaskRunsProps) {
  const t = consoleTexts()
  const url = pageUrl(path, taskRunParams(query))
  const failure = result.ok
    ? null
    : {
        explained: <ServiceProblem problem={result.problem} t={t} />,
        explainedWithRetry: <ServiceProblem problem={result.problem} t={t} retryUrl={url} />,
        retryAfterSeconds: result.problem.retryAfterSeconds,
      }
  return (
    <RefreshedContent url={url} readAt={readAt} failure={failure}>
      {result.ok && <List query={query} list={result.data} />}
    </RefreshedContent>
  )
}

function List({ query, list }: { query: TaskRunQuery; list: PendingTaskRuns }) {
  const t = consoleTexts()
  const { show, find, sort, minutes } = query
  const stuckAfterSeconds = minutes * 60
  const counts = countFilters(list, stuckAfterSeconds)
  const filtered = filterTaskRuns(list.taskRuns, show, stuckAfterSeconds)
  const found = find === null ? filtered : findTaskRuns(filtered, find)
  const shown = taskRunSorting.sortRows(found, sort, (run, key) => taskRunSortValue(run, key, stuckAfterSeconds))
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
          url: pageUrl(path, taskRunParams({ ...query, find: null, show: each })),
          isCurrent: find === null && each === show,
        }))}
      />
      {/* Announces the person's choices. A change of the list is announced only when they press Refresh. */}
      <Announcement
        text={t('taskRuns.shown', { filter: t(`taskRuns.filter.${show}`), count: shown.length })}
        of={[show, find, minutes].join(' ')}
      />
      <Announcement text={t('shared.sorted', { column: t(columnNames[sort.key]), direction: sort.direction })} />
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
    state: t(`taskRuns.states.${taskRunState(run, stuckAfterSeconds)}`),
    onChain: text(run.blockchain_status),
    status: text(run.status),
  })
}

function Found({ id, query }: { id: string; query: TaskRunQuery }) {
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

function ShowAll({ query }: { query: TaskRunQuery }) {
  return (
    <Link href={pageUrl(path, taskRunParams({ ...query, find: null, show: 'all' }))}>
      {consoleTexts()('taskRuns.showAll')}
    </Link>
  )
}

function NoRuns({ list: { taskRuns, limit, hasMore }, query }: { list: PendingTaskRuns; query: TaskRunQuery }) {
  const t = consoleTexts()
  const { show, find, minutes } = query
  const pending = taskRuns.length
  if (find !== null) {
    return (
      <EmptyState title={t('taskRuns.found.none')}>
        <p>{hasMore ? t('taskRuns.found.noneTextOfMore', { limit }) : t('taskRuns.found.noneText')}</p>
      </EmptyState>
    )
  }
  if (pending === 0) {
    return (
      <EmptyState title={t('taskRuns.none.title')}>
        <p>{t('taskRuns.none.text')}</p>
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
