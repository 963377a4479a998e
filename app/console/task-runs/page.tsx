import { Badge } from '@/components/console/badge'
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
import { formatDuration, formatTime } from '@/lib/format'
import type { BoundedCount } from '@/lib/jobs/stuck'
import { consoleFormats, consoleTexts, consoleTextsForBrowser } from '@/lib/skin/texts'
import { serviceText, type TaskRun } from '@/lib/service'
import { stuckMinutes, taskRuns, type TaskRunQuery } from './list'
import { CopyForTicket, RefreshControls, RefreshedContent, RefreshProvider } from './refresh'
import { countFilters, stateTones, taskRunFilters, taskRunNotes, taskRunState } from './state'

type Query = ListQuery<TaskRunQuery>

export const taskRunParts: ListParts<TaskRun, TaskRunQuery> = {
  cells: {
    state: (run, filter) => <State run={run} filter={filter} />,
    validated_at: ({ validated_at: at }) => (at === null ? consoleTexts()('taskRuns.notValidated') : undefined),
    raw_data_invalid: (run) => run.raw_data_invalid && consoleTexts()('shared.yes'),
    force_ended: (run) => run.force_ended && consoleTexts()('shared.yes'),
  },
  isMarked: (run, filter) => taskRunState(run, filter) === 'stuck',
  detailsId: ({ task_run_id: id }) => `run-${id}`,
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

export { generateMetadata }
export default Page

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
  const { show, minutes } = query.filter
  const { rows, all: taskRuns = [], unreadable } = page
  const counts = countFilters({ taskRuns, unreadable, hasMore: page.cutAt !== undefined }, { minutes })
  const heading = t(`taskRuns.todo.${show}`, { count: rows.length, minutes })
  const choices = taskRunFilters.filter(
    (each) => each === 'all' || each === 'stuck' || each === show || counts[each].count > 0,
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
            isCurrent: query.find === '' && each === show,
          }))}
        />
      </FindRow>
      <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        {show === 'all' && query.find === '' ? (
          <p className="text-muted">{t('taskRuns.intro')}</p>
        ) : (
          <p className="font-semibold">{heading}</p>
        )}
        {query.find !== '' && (
          <>
            <p className="flex flex-wrap items-center gap-x-2">
              {t('taskRuns.found.title')} <Identifier value={query.find} what={t('taskRuns.found.idToCopy')} isWhole />
            </p>
            <ShowAll query={query} />
          </>
        )}
        {page.cutAt !== undefined && (
          <Note>
            <span>{t('taskRuns.more.title', { limit: page.cutAt })}</span>{' '}
            {counts.stuck.isAtLeast && <span>{t('taskRuns.more.allStuck')}</span>}
          </Note>
        )}
        {rows.length > 0 && (
          <CopyForTicket text={[heading, ...rows.map((run) => ticketLine(run, query.filter))].join('\n')} />
        )}
      </div>
    </>
  )
}

/** Describes a run in the service's own words, because staff send the ticket to the service. */
export function ticketLine(run: TaskRun, filter: TaskRunQuery): string {
  const t = consoleTexts()
  const text = (value: string) => serviceText(value) ?? ''
  return t('taskRuns.ticketLine', {
    run: text(run.task_run_id),
    task: text(run.task_id),
    event: text(run.event_id),
    updated: formatTime(run.updated_at),
    state: stateText(run, filter),
    onChain: text(run.blockchain_status),
    status: text(run.status),
  })
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

/** A run with a problem is not on track, even if it is not late. */
function stateText(run: TaskRun, filter: TaskRunQuery): string {
  const state = taskRunState(run, filter)
  const isPending = state === 'on_time' && taskRunNotes(run, filter).length > 0
  return consoleTexts()(isPending ? 'taskRuns.filter.all' : `taskRuns.words.state.${state}`)
}

function State({ run, filter }: { run: TaskRun; filter: TaskRunQuery }) {
  const t = consoleTexts()
  const notes = taskRunNotes(run, filter)
    .toReversed()
    .map((note) => t(`taskRuns.notes.${note}`))
  return (
    <span className="badge-and-note flex items-center gap-x-2">
      <span className="shrink-0 sm:min-w-24">
        <Badge tone={stateTones[taskRunState(run, filter)]}>{stateText(run, filter)}</Badge>
      </span>
      <span>{notes.join(' ')}</span>
    </span>
  )
}
