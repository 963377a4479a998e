import { Suspense } from 'react'
import { ConnectUrl } from '@/components/console/overview/connect-url'
import { Counts } from '@/components/console/overview/counts'
import { KeyCheck } from '@/components/console/overview/key-check'
import { OpenNames } from '@/components/console/overview/open-names'
import { DeploymentProblems } from '@/components/console/overview/problems'
import { ConsolePage, Section } from '@/components/console/shared/console-page'
import { Detail, Details } from '@/components/console/shared/details'
import { Identifier } from '@/components/console/shared/identifier'
import { TextsProvider } from '@/components/texts'
import { requireOperator } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { deploymentFacts } from '@/lib/console/overview/facts'
import { readLatestConversion } from '@/lib/console/overview/latest-conversion'
import { deploymentProblems, type DeploymentFacts } from '@/lib/console/overview/problems'
import { readService } from '@/lib/console/shared/service'
import { consoleTexts, consoleTextsForBrowser } from '@/lib/skin/texts'
import { listBalances, listPendingTaskRuns } from '@/lib/service'
import { checkKeyAction, checkNamesAction } from './actions'

/** Shows whether this deployment is healthy. Each figure is read, and fails, independently. */
export default async function OverviewPage() {
  await requireOperator('/console')
  const { service, app, stuckAfterMinutes } = config()

  const taskRuns = readService(listPendingTaskRuns)
  const balances = readService((access, options) => listBalances(access, { page: 1, limit: 1 }, options))
  const conversion = readService(readLatestConversion)

  const facts = await deploymentFacts()

  const t = consoleTexts()
  return (
    <ConsolePage title={t('layout.pages.overview')} intro={`${t('overview.intro')} ${t('shared.subnetBolts')}`}>
      {facts.clockErrorMs === null ? (
        <Suspense fallback={<Problems facts={facts} className="noscript:hidden" />}>
          <ProblemsAfter response={Promise.race([taskRuns, balances, conversion])} />
        </Suspense>
      ) : (
        <Problems facts={facts} />
      )}
      <section aria-labelledby="counts" className="grid gap-4">
        <h2 id="counts" className="font-semibold">
          {t('overview.counts.title')}
        </h2>
        <Counts taskRuns={taskRuns} balances={balances} conversion={conversion} stuckAfterMinutes={stuckAfterMinutes} />
      </section>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <div className="grid gap-6">
          <Section title={t('overview.deployment.title')}>
            <Details>
              <Detail name={t('overview.deployment.environment')}>
                {t(`overview.deployment.${service.environment}`)}
              </Detail>
              <Detail name={t('overview.deployment.baseUrl')}>
                <Identifier value={service.baseUrl} what={t('overview.deployment.baseUrl')} isWhole />
              </Detail>
              <Detail name={t('overview.deployment.subnetId')}>
                <Identifier value={service.subnetId} what={t('overview.deployment.subnetId')} isWhole />
              </Detail>
            </Details>
          </Section>
          <Section title={t('overview.names.title')}>
            <p className="text-muted">{t('overview.names.text')}</p>
            <OpenNames names={service.names} />
          </Section>
          <Section title={t('overview.connectUrl.title')}>
            <ConnectUrl url={`${app.origin}/connect`} />
          </Section>
        </div>
        <Section title={t('overview.keyCheck.title')}>
          <p className="text-muted">{t('overview.keyCheck.text')}</p>
          <TextsProvider {...consoleTextsForBrowser('keyCheck')}>
            <KeyCheck check={checkKeyAction} />
          </TextsProvider>
        </Section>
      </div>
    </ConsolePage>
  )
}

function Problems({ facts, className }: { facts: DeploymentFacts; className?: string }) {
  return <DeploymentProblems problems={deploymentProblems(facts)} checkNames={checkNamesAction} className={className} />
}

/** The problems once the service has responded for the first time, which says what this machine's clock is worth. */
async function ProblemsAfter({ response }: { response: Promise<unknown> }) {
  await response
  return <Problems facts={await deploymentFacts()} />
}
