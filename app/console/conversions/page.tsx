import type { Metadata } from 'next'
import { ConsolePage } from '@/components/console/console-page'
import { requireOperator } from '@/lib/auth/user'
import { consoleMessages } from '@/lib/messages/console'

export const metadata: Metadata = { title: consoleMessages.pages.conversions }

export default async function ConversionsPage() {
  await requireOperator('/console/conversions')
  return <ConsolePage title={consoleMessages.pages.conversions} intro={consoleMessages.intros.conversions} />
}
