import { Suspense, type ComponentProps } from 'react'
import { ConsolePage } from '@/components/console/console-page'
import { ResultForm } from '@/components/console/result-form'
import { SubmitButton } from '@/components/ui/submit-button'
import { requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { checkedNames } from '@/lib/console/name-checks'
import { lastClockErrorMs } from '@/lib/console/service-clock'
import { formatDay } from '@/lib/format'
import { consoleTexts } from '@/lib/skin/texts'
import { checkKeyAction, checkNamesAction } from './actions'
import { Counts } from './overview/counts'
import { DeploymentProblems } from './overview/problems'
import { readOverview } from './overview/read'

/** Shows the state of connects and of this deployment. Each figure loads and fails independently. */
export default async function OverviewPage() {
  const user = await requireViewer('/console')
  // Begun before the page waits for anything.
  const reads = readOverview()
  const problems = { names: await checkedNames(), checkNames: user.isOperator ? checkNamesAction : null }

  const t = consoleTexts()
  return (
    <ConsolePage
      title={t('layout.pages.overview')}
      intro={
        <>
          <span>{t('overview.intro')}</span> <span>{t('shared.subnetBolts')}</span>{' '}
          {config().redisUrl === undefined && <span>{t('overview.ownProcess')}</span>}
        </>
      }
    >
      <Counts reads={reads} today={formatDay(new Date())} />
      {lastClockErrorMs() === null ? (
        <Suspense fallback={<DeploymentProblems {...problems} className="noscript:hidden" />}>
          <ProblemsAfter {...problems} response={Promise.race([reads.taskRuns, reads.balances, reads.conversions])} />
        </Suspense>
      ) : (
        <DeploymentProblems {...problems} />
      )}
      {user.isOperator && (
        <section aria-labelledby="key-check" className="grid gap-2 rounded-skin border border-line bg-surface p-3">
          <h2 id="key-check" className="font-semibold">
            {t('overview.keyCheck.title')}
          </h2>
          <p className="text-sm text-muted">{t('overview.keyCheck.text')}</p>
          <ResultForm action={checkKeyAction} status={t('overview.keyCheck.status')} changesPage={false}>
            <div>
              <SubmitButton
                look="secondary"
                label={t('overview.keyCheck.button')}
                busyLabel={t('overview.keyCheck.busy')}
              />
            </div>
          </ResultForm>
        </section>
      )}
    </ConsolePage>
  )
}

/** The problems after the first response of the service, which shows whether this machine's clock is right. */
async function ProblemsAfter({
  response,
  ...problems
}: ComponentProps<typeof DeploymentProblems> & { response: Promise<unknown> }) {
  await response
  return <DeploymentProblems {...problems} />
}
