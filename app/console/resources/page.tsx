import type { Metadata } from 'next'
import { ConsolePage } from '@/components/console/console-page'
import { requireOperator } from '@/lib/auth/user'
import { consoleMessages } from '@/lib/messages/console'

export const metadata: Metadata = { title: consoleMessages.pages.resources }

export default async function ResourcesPage() {
  await requireOperator('/console/resources')
  return <ConsolePage title={consoleMessages.pages.resources} intro={consoleMessages.intros.resources} />
}
