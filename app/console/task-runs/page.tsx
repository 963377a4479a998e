import type { Metadata } from 'next'
import { Suspense } from 'react'
import { ConsolePage } from '@/components/console/console-page'
import { ExportLinks } from '@/components/console/export-links'
import { Loading } from '@/components/console/loading'
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
  const query = readTaskRunQuery(await searchParams)
  await requireOperator(addressWith('/console/task-runs', taskRunSearch(query)))
  const read = readService(listPendingTaskRuns)
  return (
    <ConsolePage
      title={consoleMessages.pages.taskRuns}
      intro={consoleMessages.intros.taskRuns}
      actions={<ExportLinks path="/console/task-runs/export" search={taskRunSearch(query)} />}
    >
      {/* Without a key: as the query changes, what was read before stays until what comes next is there. */}
      <Suspense fallback={<Loading what={taskRunMessages.what} lines={8} />}>
        <TaskRuns query={query} read={read} />
      </Suspense>
    </ConsolePage>
  )
}
