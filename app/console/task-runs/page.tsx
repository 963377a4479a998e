import { HiddenFields } from '@/components/console/find-row'
import { listPage } from '@/components/console/list'
import { Menu } from '@/components/console/menu'
import { ServiceProblem } from '@/components/console/notices'
import { TextsProvider } from '@/components/texts'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { config } from '@/lib/config'
import type { SearchParams } from '@/lib/console/page-url'
import { formatDuration } from '@/lib/format'
import { consoleTexts, consoleTextsForBrowser } from '@/lib/skin/texts'
import { serviceText } from '@/lib/service'
import { stuckMinutes, taskRuns, type TaskRunQuery } from './list'
import { RefreshControls, RefreshedContent, RefreshProvider } from './refresh'
import { pendingCount, taskRunParts } from './runs'

const { Page, generateMetadata } = listPage(taskRuns, {
  ...taskRunParts,
  title({ find, filter: { show } }) {
    const t = consoleTexts()
    const shown = find === '' ? show !== 'all' && t(`taskRuns.filter.${show}`) : serviceText(find)
    return [t('layout.pages.taskRuns'), shown].filter(Boolean).join(', ')
  },
  hasError: ({ hasInvalidMinutes }) => hasInvalidMinutes,
  count: pendingCount,
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

function StuckThreshold({
  query: { minutes, hasInvalidMinutes },
  searchParams,
}: {
  query: TaskRunQuery
  searchParams: SearchParams
}) {
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
