import type { Metadata } from 'next'
import { connection } from 'next/server'
import { AttemptList } from '@/components/console/connects/list'
import { FindAttempt } from '@/components/console/connects/find'
import { AskedWallet } from '@/components/console/connects/ask'
import { ForgetUser } from '@/components/console/connects/forget'
import { FoundLinks } from '@/components/console/connects/found'
import { KeptWhere } from '@/components/console/connects/kept'
import { SuccessRate } from '@/components/console/connects/rate'
import { WebhookFailures } from '@/components/console/connects/webhooks'
import { AsyncContent } from '@/components/console/shared/async-content'
import { ConsolePage, Section } from '@/components/console/shared/console-page'
import { Alert } from '@/components/ui/alert'
import { requireOperator } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { readConnectsQuery } from '@/lib/console/connects/query'
import { readConnects } from '@/lib/console/connects/read'
import { pageUrl } from '@/lib/console/shared/page-url'
import { readService } from '@/lib/console/shared/service'
import { operatorHint } from '@/lib/connect/operator-hints'
import { listResourcesByWallet } from '@/lib/service'
import { consoleTexts } from '@/lib/skin/texts'
import { forgetUserAction, sendAgainAction } from './actions'

export async function generateMetadata(): Promise<Metadata> {
  await connection()
  return { title: consoleTexts()('layout.pages.connects') }
}

/** Connects: how they go, the one that a user asks about, and the messages about them that were not delivered. */
export default async function ConnectsPage(props: PageProps<'/console/connects'>) {
  const searchParams = await props.searchParams
  await requireOperator(pageUrl('/console/connects', searchParams))
  const query = readConnectsQuery(searchParams)
  const { connectRecords: settings, service } = config()
  const { detail } = settings
  const connects = await readConnects(query)
  const hintOf = ({ reason, field }: { reason: string | null; field?: string | undefined }) =>
    operatorHint(reason ?? '', field, service.names.signature)
  const { find, ask } = query
  const userId = find === null ? undefined : connects?.attempts.find((attempt) => attempt.userId !== undefined)?.userId
  const t = consoleTexts()
  return (
    <ConsolePage title={t('layout.pages.connects')} intro={t('connects.intro')}>
      <Section title={t('connects.find.title')}>
        <FindAttempt find={find} detail={detail} />
      </Section>
      {ask !== null && (
        <AsyncContent
          key={ask}
          read={readService((access, options) => listResourcesByWallet(access, ask, options))}
          what={t('connects.ask.what')}
          path="/console/connects"
          searchParams={searchParams}
        >
          {(result) => <AskedWallet walletAddress={ask} result={result} />}
        </AsyncContent>
      )}
      {!connects && (
        <Alert tone="warning" title={t('connects.away.title')}>
          <p>{t('connects.away.text')}</p>
        </Alert>
      )}
      {connects && find !== null && (
        <FoundLinks
          records={connects.attempts}
          find={find}
          detail={detail}
          isShared={connects.isShared}
          hintOf={hintOf}
        />
      )}
      {connects && find === null && (
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
      {connects && <KeptWhere connects={connects} settings={settings} />}
      {connects && <ForgetUser userId={userId} forgotten={query.forgotten} forget={forgetUserAction} />}
    </ConsolePage>
  )
}
