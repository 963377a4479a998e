import type { Metadata } from 'next'
import { ConsolePage } from '@/components/console/console-page'
import { requireOperator } from '@/lib/auth/user'
import { consoleMessages } from '@/lib/messages/console'

export const metadata: Metadata = { title: consoleMessages.pages.uploads }

export default async function UploadsPage() {
  await requireOperator('/console/uploads')
  return <ConsolePage title={consoleMessages.pages.uploads} intro={consoleMessages.intros.uploads} />
}
