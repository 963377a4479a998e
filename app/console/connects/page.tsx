import type { Metadata } from 'next'
import { AsyncContent } from '@/components/console/async-content'
import { ConsolePage } from '@/components/console/console-page'
import { ExportMenu } from '@/components/console/export-menu'
import { NotStarted } from '@/components/console/walk-progress'
import { Alert } from '@/components/ui/alert'
import { requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { connectReport } from '@/lib/console/connect-rate'
import { mayLookUp } from '@/lib/console/from-elsewhere'
import { pageUrl } from '@/lib/console/page-url'
import { readService } from '@/lib/console/service'
import { operatorHint } from '@/lib/connect/operator-hints'
import { listResourcesByWallet, serviceText } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { forgetUserAction, sendAgainAction } from './actions'
import { ConnectFilter, filterParts, FindAttempt } from './filter'
import { DayStrip, Figures, ReasonsOfDay } from './figures'
import { AskedWallet, FoundLinks } from './found'
import { ForgetUser, KeptWhere, userOf } from './kept'
import { AttemptList } from './attempt-list'
import { connectsParams, readConnectsQuery } from './query'
import { readConnects } from './read'
import { WebhookFailures } from './webhooks'

const path = '/console/connects'
const figuresId = 'figures'

export async function generateMetadata(props: PageProps<'/console/connects'>): Promise<Metadata> {
  const { find, where, before } = readConnectsQuery(await props.searchParams)
  const t = consoleTexts()
  const older = before !== undefined && t('connects.olderTitle')
  const parts = find === null ? [...filterParts(where).map(({ name }) => name), older] : [serviceText(find)]
  return { title: [t('layout.pages.connects'), ...parts].filter(Boolean).join(', ') }
}

/** Shows the success rate of connects, the search for a user's attempt, and undelivered messages about connects. */
export default async function ConnectsPage(props: PageProps<'/console/connects'>) {
  const searchParams = await props.searchParams
  const user = await requireViewer(pageUrl(path, searchParams))
  const query = readConnectsQuery(searchParams)
  const { find, ask, where } = query
  const mayRead = await mayLookUp(user, { connect: find ?? where.wallet, wallet: ask })
  const { connectRecords: settings, service } = config()
  const { detail } = settings
  const connects = mayRead ? await readConnects(query) : null
  const report = connectReport(connects?.days ?? [])
  const { percent } = report.week
  const day = connects?.days.find((each) => each.day === where.day)
  const reportOfDay = day && connectReport([day])
  const isList = connects !== null && find === null
  const hintOf = ({ reason, field }: { reason: string | null; field?: string | undefined }) =>
    operatorHint(reason ?? '', field, service.names.signature)
  const t = consoleTexts()
  return (
    <ConsolePage
      title={t('layout.pages.connects')}
      count={
        isList && percent !== null ? (
          <a href={`#${figuresId}`}>{t('connects.rate.summary', { percent: consoleFormats().percent(percent) })}</a>
        ) : undefined
      }
      intro={t('connects.intro')}
      actions={
        isList && (
          <>
            <DayStrip
              days={connects.days}
              current={where.day}
              urlOf={(day) => pageUrl(path, connectsParams(query), { day, before: undefined })}
            />
            {user.isOperator && (
              <ExportMenu
                path="/console/connects/export"
                searchParams={connectsParams({ where })}
                rows={t('connects.export')}
              />
            )}
          </>
        )
      }
    >
      <div className="list">
        <div className="flex flex-wrap items-center gap-2">
          <FindAttempt find={find} detail={detail} />
          {isList && (
            <ConnectFilter
              query={query}
              reasons={report.reasons.map(({ reason }) => reason)}
              today={connects.days.at(-1)?.day}
              detail={detail}
            />
          )}
          {isList && reportOfDay && <ReasonsOfDay query={query} reasons={reportOfDay.reasons} />}
        </div>
        {isList && <AttemptList connects={connects} query={query} detail={detail} />}
      </div>
      {!mayRead && (
        <NotStarted
          what="lookUp"
          path={path}
          searchParams={searchParams}
          text={find === null ? (where.wallet ?? ask) : ask}
        />
      )}
      {mayRead && ask !== null && (
        <AsyncContent
          read={readService((access, options) => listResourcesByWallet(access, ask, options))}
          what={t('connects.ask.what')}
          path={path}
          searchParams={searchParams}
        >
          {(result) => <AskedWallet walletAddress={ask} result={result} />}
        </AsyncContent>
      )}
      {mayRead && !connects && (
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
      {isList && (
        <div id={figuresId}>
          <Figures report={reportOfDay ?? report} day={day?.day} />
        </div>
      )}
      {isList && (
        <WebhookFailures
          failed={connects.failed}
          backlog={connects.webhookBacklog}
          sendAgain={user.isOperator ? sendAgainAction : undefined}
        />
      )}
      {connects && (
        <KeptWhere connects={connects} settings={settings}>
          {user.isOperator && (
            <ForgetUser
              userId={find === null ? undefined : userOf(connects.attempts, find)}
              forget={forgetUserAction}
            />
          )}
        </KeptWhere>
      )}
    </ConsolePage>
  )
}
