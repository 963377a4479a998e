import { Badge } from '@/components/console/badge'
import { ConsoleCopyButton } from '@/components/console/copy-button'
import { FilterChips, FindRow, HiddenFields } from '@/components/console/find-row'
import { Identifier } from '@/components/console/identifier'
import { listPage, type ListParts } from '@/components/console/list'
import { Menu } from '@/components/console/menu'
import { EmptyState, Note, ServiceProblem } from '@/components/console/notices'
import { TextsProvider } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Link } from '@/components/ui/link'
import { config } from '@/lib/config'
import { pageUrl, type SearchParams } from '@/lib/console/page-url'
import { sortParams, type ListQuery } from '@/lib/console/query'
import type { ListPage } from '@/lib/console/read-list'
import { formatDuration } from '@/lib/format'
import type { BoundedCount } from '@/lib/jobs/stuck'
import { consoleFormats, consoleTexts, consoleTextsForBrowser } from '@/lib/skin/texts'
import { serviceText, type TaskRun } from '@/lib/service'
import { stuckMinutes, taskRuns, type TaskRunQuery } from './list'
import { RefreshControls, RefreshedContent, RefreshProvider } from './refresh'
import { countFilters, matchesFilter, notesOf, taskRunFilters } from './state'

type Query = ListQuery<TaskRunQuery>

export const taskRunParts: ListParts<TaskRun, TaskRunQuery> = {
  cells: {
    validated_at: ({ validated_at: at }) => (at === null ? consoleTexts()('taskRuns.notValidated') : undefined),
  },
  isMarked: (run, query) => matchesFilter(run, 'stuck', query),
  groups: { nameOf: causeText, head: (runs, filter) => <Cause runs={runs} filter={filter} /> },
  caption: ({ filter }) => consoleTexts()(`taskRuns.captions.${filter.show}`),
  countValues: ({ filter }) => ({ filter: consoleTexts()(`taskRuns.filter.${filter.show}`) }),
  above: (page, query) => <Head page={page} query={query} />,
  empty: (query, page) =>
    page?.all && (page.all.length > 0 || query.find !== '') ? <NoRuns query={query} page={page} /> : undefined,
}

const { Page, generateMetadata } = listPage(taskRuns, {
  ...taskRunParts,
  title({ find, filter: { show } }) {
    const t = consoleTexts()
    const shown = find === '' ? show !== 'all' && t(`taskRuns.filter.${show}`) : serviceText(find)
    return [t('layout.pages.taskRuns'), shown].filter(Boolean).join(', ')
  },
  hasError: ({ hasInvalidMinutes }) => hasInvalidMinutes,
  count: ({ all = [], unreadable, cutAt }) =>
    countText({ count: all.length + unreadable, isAtLeast: cutAt !== undefined }),
  actions: ({ filter }, searchParams) => (
    <>
      <RefreshControls searchParams={searchParams} />
      <StuckThreshold query={filter} searchParams={searchParams} />
    </>
  ),
  exports: ({ show, minutes }) => (show === 'all' ? {} : { show, minutes: String(minutes) }),
  frame: (page) => (
    <TextsProvider {...consoleTextsForBrowser('taskRuns.refresh')}>
      <RefreshProvider>{page}</RefreshProvider>
    </TextsProvider>
  ),
  content: (list, read, url) => (
    <RefreshedContent
      url={url}
      readAt={new Date().toISOString()}
      failure={
        read.kind === 'failed'
          ? { explained: <ServiceProblem problem={read.problem} />, retryAfterSeconds: read.problem.retryAfterSeconds }
          : null
      }
    >
      {list}
    </RefreshedContent>
  ),
})

export { Page as default, generateMetadata }

function StuckThreshold({ query, searchParams }: { query: TaskRunQuery; searchParams: SearchParams }) {
  const { minutes, hasInvalidMinutes } = query
  const t = consoleTexts()
  const limits = { ...stuckMinutes, default: config().stuckAfterMinutes }
  return (
    <Menu label={t('taskRuns.threshold.menu', { duration: formatDuration(minutes * 60) })} isOpen={hasInvalidMinutes}>
      {/* No autocomplete, because on Back the browser would restore a threshold that the page does not use. */}
      <form key={minutes} action="/console/task-runs" autoComplete="off" className="flex flex-wrap items-end gap-3">
        <HiddenFields params={searchParams} without={['minutes']} />
        <Field
          label={t('taskRuns.threshold.label')}
          error={hasInvalidMinutes ? t('taskRuns.threshold.wrong', limits) : undefined}
          name="minutes"
          type="number"
          inputMode="numeric"
          required
          min={stuckMinutes.min}
          max={stuckMinutes.max}
          defaultValue={minutes}
        />
        <Button type="submit">{t('taskRuns.threshold.apply')}</Button>
      </form>
    </Menu>
  )
}

const urlOf = ({ sort, filter: { minutes } }: Query, show: TaskRunQuery['show']) =>
  pageUrl(taskRuns.path, sortParams(taskRuns, sort), {
    show: show === 'all' ? undefined : show,
    minutes: minutes === config().stuckAfterMinutes ? undefined : minutes,
  })

function countText({ count, isAtLeast }: BoundedCount): string {
  return isAtLeast ? consoleTexts()('taskRuns.filter.atLeast', { count }) : consoleFormats().count(count)
}

function Head({ page, query }: { page: ListPage<TaskRun>; query: Query }) {
  const t = consoleTexts()
  const { find, filter } = query
  const { all: taskRuns = [], unreadable, cutAt } = page
  const counts = countFilters({ taskRuns, unreadable, hasMore: cutAt !== undefined }, filter)
  const choices = taskRunFilters.filter(
    (each) => each === 'all' || each === 'stuck' || each === filter.show || counts[each].count > 0,
  )
  return (
    <>
      <FindRow>
        <FilterChips
          label={t('taskRuns.filter.label')}
          choices={choices.map((each) => ({
            name: t(`taskRuns.filter.${each}`),
            count: countText(counts[each]),
            url: urlOf(query, each),
            isCurrent: find === '' && each === filter.show,
          }))}
        />
      </FindRow>
      {find !== '' && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          {t('taskRuns.found.title')} <Identifier value={find} what={t('taskRuns.found.idToCopy')} isWhole />
          <ShowAll query={query} />
        </p>
      )}
      {cutAt !== undefined && (
        <Note>
          <span>{t('taskRuns.more.title', { limit: cutAt })}</span>{' '}
          {counts.stuck.isAtLeast && <span>{t('taskRuns.more.allStuck')}</span>}
        </Note>
      )}
    </>
  )
}

function ShowAll({ query }: { query: Query }) {
  return <Link href={urlOf(query, 'all')}>{consoleTexts()('taskRuns.showAll')}</Link>
}

function NoRuns({ query, page: { all = [], cutAt } }: { query: Query; page: ListPage<TaskRun> }) {
  const t = consoleTexts()
  const { show, minutes } = query.filter
  if (query.find !== '') {
    return (
      <EmptyState title={t('taskRuns.found.none')}>
        <p>
          {cutAt === undefined ? t('taskRuns.found.noneText') : t('taskRuns.found.noneTextOfMore', { limit: cutAt })}
        </p>
      </EmptyState>
    )
  }
  const none = show === 'stuck' ? 'taskRuns.noneStuck' : 'taskRuns.noneFiltered'
  return (
    <EmptyState title={t(`${none}.title`)}>
      <p>
        <span>{t(`${none}.text`, { minutes, pending: all.length })}</span>{' '}
        {show === 'stuck' && cutAt !== undefined && <span>{t('taskRuns.noneStuck.textOfMore')}</span>}
      </p>
      <p>
        <ShowAll query={query} />
      </p>
    </EmptyState>
  )
}

/** In sentences, which also say what to do. */
function causeText(run: TaskRun, filter: TaskRunQuery): string {
  const t = consoleTexts()
  const notes = notesOf(run, filter).map((note) => t(`taskRuns.notes.${note}`))
  return notes.toReversed().join(' ') || t('taskRuns.onTrack')
}

function Cause({ runs, filter }: { runs: readonly TaskRun[]; filter: TaskRunQuery }) {
  const t = consoleTexts()
  const [first] = runs
  if (!first) return null
  // The service has counted the seconds, so the age is right even if the clock of this server is wrong.
  const oldest = Math.max(...runs.map((run) => run.seconds_since_update))
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <span>
        {matchesFilter(first, 'stuck', filter) && (
          <span className="me-1">
            <Badge tone="warning">{t('taskRuns.filter.stuck')}</Badge>
          </span>
        )}{' '}
        <span className="font-semibold">{causeText(first, filter)}</span>
      </span>
      <span className="text-muted">{t('taskRuns.cause', { count: runs.length, age: formatDuration(oldest) })}</span>
      <span className="ms-auto *:min-h-8!">
        <ConsoleCopyButton
          look="quiet"
          text={runs.map((run) => run.task_run_id).join('\n')}
          label={t('taskRuns.copy', { count: runs.length })}
        />
      </span>
    </div>
  )
}
