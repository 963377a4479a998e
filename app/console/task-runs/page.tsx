import type { Metadata } from 'next'
import { AsyncContent } from '@/components/console/shared/async-content'
import { ConsolePage } from '@/components/console/shared/console-page'
import { ExportLinks } from '@/components/console/shared/export-links'
import { TaskRuns } from '@/components/console/task-runs/list'
import { requireOperator } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { pageUrl } from '@/lib/console/shared/page-url'
import { readService } from '@/lib/console/shared/service'
import { readTaskRunQuery, taskRunParams } from '@/lib/console/task-runs/query'
import { consoleTexts } from '@/lib/skin/texts'
import { listPendingTaskRuns } from '@/lib/service'

export function generateMetadata(): Metadata {
  return { title: consoleTexts()('layout.pages.taskRuns') }
}

/** The task runs whose on-chain end has not landed yet. */
export default async function TaskRunsPage(props: PageProps<'/console/task-runs'>) {
  const searchParams = await props.searchParams
  const query = readTaskRunQuery(searchParams, config().stuckAfterMinutes)
  await requireOperator(pageUrl('/console/task-runs', taskRunParams(query)))
  const t = consoleTexts()
  const read = readService(listPendingTaskRuns).then((result) => ({ result, readAt: new Date().toISOString() }))
  return (
    <ConsolePage
      title={t('layout.pages.taskRuns')}
      intro={t('taskRuns.intro')}
      actions={<ExportLinks path="/console/task-runs/export" searchParams={taskRunParams(query)} />}
    >
      {/* Without a key, so that the old content stays until the new one has been read. */}
      <AsyncContent
        read={read}
        what={t('taskRuns.what')}
        lines={8}
        path="/console/task-runs"
        searchParams={searchParams}
        isRefreshed
      >
        {({ result, readAt }) => <TaskRuns query={query} result={result} readAt={readAt} />}
      </AsyncContent>
    </ConsolePage>
  )
}
