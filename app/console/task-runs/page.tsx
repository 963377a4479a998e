import type { Metadata } from 'next'
import { ConsolePage } from '@/components/console/console-page'
import { requireOperator } from '@/lib/auth/user'
import { consoleMessages } from '@/lib/messages/console'

export const metadata: Metadata = { title: consoleMessages.pages.taskRuns }

export default async function TaskRunsPage() {
  await requireOperator('/console/task-runs')
  return <ConsolePage title={consoleMessages.pages.taskRuns} intro={consoleMessages.intros.taskRuns} />
}
