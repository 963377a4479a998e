import type { Metadata } from 'next'
import { ConsolePage } from '@/components/console/console-page'
import { requireOperator } from '@/lib/auth/user'
import { consoleMessages } from '@/lib/messages/console'

export const metadata: Metadata = { title: consoleMessages.pages.balances }

export default async function BalancesPage() {
  await requireOperator('/console/balances')
  return <ConsolePage title={consoleMessages.pages.balances} intro={consoleMessages.intros.balances} />
}
