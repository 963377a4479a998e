import type { Route } from 'next'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Identifier } from '@/components/console/shared/identifier'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { TextsProvider } from '@/components/texts'
import { Link } from '@/components/ui/link'
import { pageUrl } from '@/lib/console/shared/page-url'
import type { ReadResult } from '@/lib/console/shared/service'
import { countTaskRuns, type BoundedCount } from '@/lib/task-runs/stuck'
import {
  countFiltered,
  filterTaskRuns,
  findTaskRuns,
  taskRunFilters,
  type TaskRunFilter,
} from '@/lib/console/task-runs/filters'
import { taskRunParams, type TaskRunQuery } from '@/lib/console/task-runs/query'
import { consoleFormats, consoleTexts, consoleTextsForBrowser } from '@/lib/skin/texts'
import type { PendingTaskRuns } from '@/lib/service'
import { AutoRefresh } from './auto-refresh'
import { TaskRunFilters } from './filter'
import { StuckThreshold } from './stuck-threshold'
import { TaskRunTable } from './table'

const path: Route = '/console/task-runs'

interface TaskRunsProps {
  query: TaskRunQuery
  result: ReadResult<PendingTaskRuns>
  /** ISO 8601. */
  readAt: string
}

/** The pending list, or why it could not be read. */
export function TaskRuns({ query, result, readAt }: TaskRunsProps) {
  const t = consoleTexts()
  const searchParams = taskRunParams(query)
  const failure = result.ok
    ? null
    : {
        explained: <ServiceProblem problem={result.problem} t={t} />,
        explainedWithRetry: <ServiceProblem problem={result.problem} t={t} retryUrl={pageUrl(path, searchParams)} />,
        retryAfterSeconds: result.problem.retryAfterSeconds,
      }
  return (
    <TextsProvider {...consoleTextsForBrowser('taskRunsRefresh')}>
      <AutoRefresh path={path} searchParams={searchParams} readAt={readAt} failure={failure}>
        {result.ok && <List query={query} list={result.data} />}
      </AutoRefresh>
    </TextsProvider>
  )
}

function List({ query, list }: { query: TaskRunQuery; list: PendingTaskRuns }) {
  const t = consoleTexts()
  const { show, find, minutes } = query
  const stuckAfterSeconds = minutes * 60
  const counts = countTaskRuns(list, stuckAfterSeconds)
  const filtered = filterTaskRuns(list.taskRuns, show, stuckAfterSeconds)
  const shown = find === null ? filtered : findTaskRuns(filtered, find)
  const countOf = (filter: TaskRunFilter) => {
    if (filter === 'all') return counts.pending
    return filter === 'stuck' ? counts.stuck : countFiltered(list, filter)
  }
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <TaskRunFilters
          choices={taskRunFilters.map((each) => ({
            name: t(`taskRuns.filter.${each}`),
            count: countText(countOf(each)),
            url: pageUrl(path, taskRunParams({ ...query, find: null, show: each })),
            isCurrent: find === null && each === show,
          }))}
        />
        <StuckThreshold query={query} />
      </div>
      {find !== null && <Found id={find} query={query} />}
      {list.hasMore && <More limit={list.limit} isAllStuck={counts.stuck.isAtLeast} />}
      {shown.length > 0 ? (
        <TaskRunTable caption={t(`taskRuns.captions.${show}`)} taskRuns={shown} stuckAfterSeconds={stuckAfterSeconds} />
      ) : (
        <NoRuns list={list} query={query} />
      )}
    </>
  )
}

function countText({ count, isAtLeast }: BoundedCount): string {
  return isAtLeast ? consoleTexts()('taskRuns.filter.atLeast', { count }) : consoleFormats().count(count)
}

function Found({ id, query }: { id: string; query: TaskRunQuery }) {
  const t = consoleTexts()
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="flex flex-wrap items-center gap-x-2">
        {t('taskRuns.found.title')} <Identifier value={id} what={t('taskRuns.found.idToCopy')} isWhole />
      </span>
      <ShowAll query={query} />
    </p>
  )
}

function ShowAll({ query }: { query: TaskRunQuery }) {
  return (
    <Link href={pageUrl(path, taskRunParams({ ...query, find: null, show: 'all' }))}>
      {consoleTexts()('taskRuns.showAll')}
    </Link>
  )
}

/** Not an alert: it shows after every refresh, and is not urgent. */
function More({ limit, isAllStuck }: { limit: number; isAllStuck: boolean }) {
  const t = consoleTexts()
  return (
    <div className="rounded-skin border border-s-4 border-warning bg-warning-surface px-4 py-3">
      <p className="font-semibold text-warning">{t('taskRuns.more.title', { limit })}</p>
      <p>
        {t('taskRuns.more.text')} {isAllStuck && t('taskRuns.more.allStuck')}
      </p>
    </div>
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
        {show === 'stuck' ? t('taskRuns.noneStuck.text', { minutes }) : t('taskRuns.noneFiltered.text', { pending })}{' '}
        {show === 'stuck' && hasMore && t('taskRuns.noneStuck.textOfMore')}
      </p>
      <p>
        <ShowAll query={query} />
      </p>
    </EmptyState>
  )
}
