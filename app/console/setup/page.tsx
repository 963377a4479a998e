import type { Metadata } from 'next'
import { connection } from 'next/server'
import { ConsolePage } from '@/components/console/console-page'
import { requireViewer } from '@/lib/auth/user'
import { checkedNames } from '@/lib/console/name-checks'
import { haveUserIdsChanged } from '@/lib/process/subnet-user-id-check'
import { consoleTexts } from '@/lib/skin/texts'
import { SetupFacts } from './facts'

export async function generateMetadata(): Promise<Metadata> {
  await connection()
  return { title: consoleTexts()('layout.pages.setup') }
}

/** Shows the settings of this deployment, without secrets. */
export default async function SetupPage() {
  const user = await requireViewer('/console/setup')
  const t = consoleTexts()
  const [checks, userIdsChanged] = await Promise.all([checkedNames(), haveUserIdsChanged()])
  return (
    <ConsolePage title={t('layout.pages.setup')} intro={t('setup.info')}>
      <SetupFacts checks={checks} userIdsChanged={userIdsChanged} mayCheck={user.isOperator} />
    </ConsolePage>
  )
}
