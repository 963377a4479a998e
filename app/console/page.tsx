import { Suspense } from 'react'
import { ConsolePage } from '@/components/console/shared/console-page'
import { TextsProvider } from '@/components/texts'
import { requireViewer, type User } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { formatDay } from '@/lib/format'
import { consoleTexts, consoleTextsForBrowser } from '@/lib/skin/texts'
import { checkKeyAction, checkNamesAction } from './actions'
import { Counts } from './overview/counts'
import { deploymentFacts, deploymentProblems, type DeploymentFacts } from './overview/deployment'
import { KeyCheck } from './overview/key-check'
import { DeploymentProblems } from './overview/problems'
import { readOverview } from './overview/read'

/** Shows the state of connects and of this deployment. Each figure loads and fails independently. */
export default async function OverviewPage() {
  const user = await requireViewer('/console')
  const { stuckAfterMinutes, redisUrl } = config()

  // Begun before the page waits for anything.
  const reads = readOverview()
  const facts = await deploymentFacts()

  const t = consoleTexts()
  return (
    <ConsolePage
      title={t('layout.pages.overview')}
      intro={
        <>
          <span>{t('overview.intro')}</span> {redisUrl === undefined && <span>{t('overview.ownProcess')}</span>}
        </>
      }
    >
      <Counts reads={reads} today={formatDay(new Date())} stuckAfterMinutes={stuckAfterMinutes} />
      {facts.clockErrorMs === null ? (
        <Suspense fallback={<Problems facts={facts} user={user} className="noscript:hidden" />}>
          <ProblemsAfter response={Promise.race([reads.taskRuns, reads.balances, reads.conversion])} user={user} />
        </Suspense>
      ) : (
        <Problems facts={facts} user={user} />
      )}
      {user.isOperator && (
        <section
          aria-labelledby="key-check"
          className="grid items-center gap-x-4 gap-y-2 rounded-skin border border-line bg-surface p-3 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
        >
          <h2 id="key-check" className="font-semibold">
            {t('overview.keyCheck.title')}
          </h2>
          <p className="text-sm text-muted">{t('overview.keyCheck.text')}</p>
          <TextsProvider {...consoleTextsForBrowser('keyCheck')}>
            <KeyCheck check={checkKeyAction} />
          </TextsProvider>
        </section>
      )}
    </ConsolePage>
  )
}

function Problems({ facts, user, className }: { facts: DeploymentFacts; user: User; className?: string }) {
  return (
    <DeploymentProblems
      problems={deploymentProblems(facts)}
      checkNames={user.isOperator ? checkNamesAction : null}
      className={className}
    />
  )
}

/**
 * The problems of the deployment, after the first response of the service. That response shows whether this machine's
 * clock is right.
 */
async function ProblemsAfter({ response, user }: { response: Promise<unknown>; user: User }) {
  await response
  return <Problems facts={await deploymentFacts()} user={user} />
}
