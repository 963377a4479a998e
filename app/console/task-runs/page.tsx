import type { Metadata } from 'next'
import { Awaited } from '@/components/console/awaited'
import { ConsolePage } from '@/components/console/console-page'
import { ExportLinks } from '@/components/console/export-links'
import { TaskRuns } from '@/components/console/task-runs'
import { requireOperator } from '@/lib/auth/user'
import { addressWith } from '@/lib/console/address'
import { readService } from '@/lib/console/service'
import { readTaskRunQuery, taskRunSearch } from '@/lib/console/task-run-query'
import { listPendingTaskRuns } from '@/lib/service'
import { consoleMessages } from '@/lib/messages/console'
import { taskRunMessages } from '@/lib/messages/console-task-runs'

export const metadata: Metadata = { title: consoleMessages.pages.taskRuns }

/** The task runs whose on-chain end has not landed yet. */
export default async function TaskRunsPage({ searchParams }: PageProps<'/console/task-runs'>) {
  const search = await searchParams
  const query = readTaskRunQuery(search)
  await requireOperator(addressWith('/console/task-runs', taskRunSearch(query)))
  const read = readService(listPendingTaskRuns).then((result) => ({ result, readAt: new Date().toISOString() }))
  return (
    <ConsolePage
      title={consoleMessages.pages.taskRuns}
      intro={consoleMessages.intros.taskRuns}
      actions={<ExportLinks path="/console/task-runs/export" search={taskRunSearch(query)} />}
    >
      {/* Without a key: as the query changes, what was read before stays until what comes next is there. */}
      <Awaited read={read} what={taskRunMessages.what} lines={8} path="/console/task-runs" search={search} isRefreshed>
        {({ result, readAt }) => <TaskRuns query={query} result={result} readAt={readAt} />}
      </Awaited>
    </ConsolePage>
  )
}
