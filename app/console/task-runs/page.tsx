import type { Metadata } from 'next'
import { AsyncContent, LateCount } from '@/components/console/async-content'
import { ConsolePage, pageTitle } from '@/components/console/console-page'
import { ExportMenu } from '@/components/console/export-menu'
import { TextsProvider } from '@/components/texts'
import { requireViewer } from '@/lib/auth/user'
import { readQuery } from '@/lib/console/query'
import { pageUrl } from '@/lib/console/page-url'
import { readService } from '@/lib/console/service'
import { consoleTexts, consoleTextsForBrowser } from '@/lib/skin/texts'
import { listPendingTaskRuns, serviceText } from '@/lib/service'
import { paramsOf, taskRuns } from './list'
import { RefreshControls, RefreshProvider } from './refresh'
import { pendingCount, TaskRuns } from './runs'
import { StuckThreshold } from './stuck-threshold'

export async function generateMetadata(props: PageProps<'/console/task-runs'>): Promise<Metadata> {
  const t = consoleTexts()
  const { show, find, hasInvalidMinutes } = readQuery(taskRuns, await props.searchParams).filter
  const shown = find === null ? show !== 'all' && t(`taskRuns.filter.${show}`) : serviceText(find)
  const title = [t('layout.pages.taskRuns'), shown].filter(Boolean).join(', ')
  return { title: pageTitle(title, { hasError: hasInvalidMinutes }) }
}

/** Shows the task runs whose end is not on chain yet. */
export default async function TaskRunsPage(props: PageProps<'/console/task-runs'>) {
  const searchParams = await props.searchParams
  const query = readQuery(taskRuns, searchParams)
  const { path } = taskRuns
  const params = paramsOf(query)
  const user = await requireViewer(pageUrl(path, params))
  const t = consoleTexts()
  const read = readService(listPendingTaskRuns).then((result) => ({ result, readAt: new Date().toISOString() }))
  return (
    <TextsProvider {...consoleTextsForBrowser('taskRuns.refresh')}>
      <RefreshProvider>
        <ConsolePage
          title={t('layout.pages.taskRuns')}
          count={<LateCount read={read}>{({ result }) => result.ok && pendingCount(result.data)}</LateCount>}
          intro={t('taskRuns.intro')}
          actions={
            <>
              <RefreshControls path={path} params={params} />
              <StuckThreshold query={query} />
              {user.isOperator && (
                <ExportMenu
                  path="/console/task-runs/export"
                  searchParams={params}
                  isFiltered={query.filter.show !== 'all' || query.filter.find !== null}
                />
              )}
            </>
          }
        >
          <AsyncContent read={read} what={t('taskRuns.what')} lines={8} path={path} searchParams={searchParams}>
            {({ result, readAt }) => <TaskRuns query={query} result={result} readAt={readAt} />}
          </AsyncContent>
        </ConsolePage>
      </RefreshProvider>
    </TextsProvider>
  )
}
