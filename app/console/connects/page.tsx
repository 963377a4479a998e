import type { Metadata } from 'next'
import { connection } from 'next/server'
import { AttemptList } from '@/components/console/connects/list'
import { FindAttempt } from '@/components/console/connects/find'
import { FoundAttempts } from '@/components/console/connects/found'
import { KeptWhere } from '@/components/console/connects/kept'
import { SuccessRate } from '@/components/console/connects/rate'
import { WebhookFailures } from '@/components/console/connects/webhooks'
import { ConsolePage, Section } from '@/components/console/shared/console-page'
import { Alert } from '@/components/ui/alert'
import { requireOperator } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { readConnectsQuery } from '@/lib/console/connects/query'
import { readConnects } from '@/lib/console/connects/read'
import { pageUrl } from '@/lib/console/shared/page-url'
import { operatorHints } from '@/lib/connect/operator-hints'
import { consoleTexts } from '@/lib/skin/texts'
import { sendAgainAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  await connection()
  return { title: consoleTexts()('layout.pages.connects') }
}

/** The attempts to connect: how they go, the one that a user asks about, and whether they were told on. */
export default async function ConnectsPage(props: PageProps<'/console/connects'>) {
  const searchParams = await props.searchParams
  await requireOperator(pageUrl('/console/connects', searchParams))
  const query = readConnectsQuery(searchParams)
  const { detail } = config().connectRecords
  const connects = await readConnects(query)
  const context = { detail, isShared: connects?.isShared ?? false, hints: operatorHints }
  const t = consoleTexts()
  return (
    <ConsolePage title={t('layout.pages.connects')} intro={t('connects.intro')}>
      <Section title={t('connects.find.title')}>
        <FindAttempt find={query.find} detail={detail} />
      </Section>
      {!connects && (
        <Alert tone="warning" title={t('connects.away.title')}>
          <p>{t('connects.away.text')}</p>
        </Alert>
      )}
      {connects && query.find !== null && <FoundAttempts attempts={connects.attempts} {...context} />}
      {connects && query.find === null && (
        <>
          <Section title={t('connects.rate.title')}>
            <SuccessRate days={connects.days} />
          </Section>
          <AttemptList connects={connects} isFirstPage={query.before === undefined} detail={detail} />
          <Section title={t('connects.webhooks.title')}>
            <WebhookFailures
              failed={connects.failed}
              backlog={connects.webhookBacklog}
              sent={query.sent}
              sendAgain={sendAgainAction}
            />
          </Section>
        </>
      )}
      {connects && <KeptWhere connects={connects} settings={config().connectRecords} />}
    </ConsolePage>
  )
}
