import { listPage } from '@/components/console/list-page'
import { ServiceProblem } from '@/components/console/notices'
import { TextsProvider } from '@/components/texts'
import { consoleTexts, consoleTextsForBrowser } from '@/lib/skin/texts'
import { serviceText } from '@/lib/service'
import { taskRuns } from './list'
import { RefreshControls, RefreshedContent, RefreshProvider } from './refresh'
import { pendingCount, taskRunParts } from './runs'
import { StuckThreshold } from './stuck-threshold'

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
