import type { Metadata } from 'next'
import { connection } from 'next/server'
import { ConsolePage } from '@/components/console/console-page'
import { requireViewer } from '@/lib/auth/user'
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
  return (
    <ConsolePage title={t('layout.pages.setup')} intro={t('setup.info')}>
      <SetupFacts userIdsChanged={await haveUserIdsChanged()} mayCheck={user.isOperator} />
    </ConsolePage>
  )
}
