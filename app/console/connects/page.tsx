import type { Metadata } from 'next'
import { z } from 'zod'
import { AsyncContent } from '@/components/console/async-content'
import { ConsolePage } from '@/components/console/console-page'
import { ExportMenu } from '@/components/console/export-menu'
import { List } from '@/components/console/list'
import { NotStarted } from '@/components/console/walk-progress'
import { requireViewer } from '@/lib/auth/user'
import { withoutBlanks } from '@/lib/connect/wallet-address-shape'
import { connectReport } from '@/lib/console/connect-rate'
import { mayLookUp } from '@/lib/console/from-elsewhere'
import { pageUrl } from '@/lib/console/page-url'
import { readQuery, readSearchText } from '@/lib/console/query'
import { readList } from '@/lib/console/read'
import { readService } from '@/lib/console/service'
import { listResourcesByWallet, serviceText } from '@/lib/service'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { sendAgainAction } from './actions'
import { ConnectFilter, filterParts, FindAttempt, listParts } from './filter'
import { DayStrip, Figures, ReasonsOfDay } from './figures'
import { AskedWallet, FoundLinks } from './found'
import { ForgetUser, KeptWhere, userOf } from './kept'
import { connects as listOf, connectsParams, maxWalletLength } from './list'
import { readConnects } from './read'
import { WebhookFailures } from './webhooks'

const path = '/console/connects'
const figuresId = 'figures'

/** Reads the list, its query, the text of a search, and a wallet address to ask the service about. */
async function readParameters(props: PageProps<'/console/connects'>) {
  const searchParams = await props.searchParams
  const list = listOf()
  const asked = z.string().catch('').parse(searchParams['ask'])
  return {
    searchParams,
    list,
    query: readQuery(list, searchParams),
    find: readSearchText(searchParams['find']),
    ask: withoutBlanks(asked).slice(0, maxWalletLength) || null,
  }
}

export async function generateMetadata(props: PageProps<'/console/connects'>): Promise<Metadata> {
  const { find, query } = await readParameters(props)
  const t = consoleTexts()
  const older = query.before !== undefined && t('connects.olderTitle')
  const parts = find === null ? [...filterParts(query.filter).map(({ name }) => name), older] : [serviceText(find)]
  return { title: [t('layout.pages.connects'), ...parts].filter(Boolean).join(', ') }
}

/** Shows the success rate of connects, the search for a user's attempt, and undelivered messages about connects. */
export default async function ConnectsPage(props: PageProps<'/console/connects'>) {
  const { searchParams, list, query, find, ask } = await readParameters(props)
  const { filter } = query
  const user = await requireViewer(pageUrl(path, searchParams))
  const mayRead = await mayLookUp(user, { connect: find ?? filter.wallet, wallet: ask })
  const [connects, read] = await Promise.all([
    mayRead ? readConnects(find) : null,
    mayRead && find === null ? readList(list, query) : null,
  ])
  const report = connectReport(connects?.days ?? [])
  const { percent } = report.week
  const day = connects?.days.find((each) => each.day === filter.day)
  const reportOfDay = day && connectReport([day])
  const shown = connects ? read : ({ kind: 'away' } as const)
  const isList = connects !== null && read !== null
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
            <DayStrip days={connects.days} query={query} />
            {user.isOperator && (
              <ExportMenu path="/console/connects/export" searchParams={{ ...filter }} rows={t('connects.export')} />
            )}
          </>
        )
      }
    >
      <div className="list">
        <div className="flex flex-wrap items-center gap-2">
          <FindAttempt find={find} />
          {isList && (
            <ConnectFilter
              query={query}
              reasons={report.reasons.map(({ reason }) => reason)}
              today={connects.days.at(-1)?.day}
            />
          )}
          {isList && reportOfDay && <ReasonsOfDay query={query} reasons={reportOfDay.reasons} />}
        </div>
        {mayRead && shown && (
          <List list={list} read={shown} query={query} searchParams={connectsParams(query)} parts={listParts} />
        )}
      </div>
      {!mayRead && (
        <NotStarted
          what="lookUp"
          path={path}
          searchParams={searchParams}
          text={find === null ? (filter.wallet ?? ask) : ask}
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
      {connects && find !== null && <FoundLinks records={connects.found} find={find} />}
      {isList && (
        <>
          <div id={figuresId}>
            <Figures report={reportOfDay ?? report} day={day?.day} />
          </div>
          <WebhookFailures
            failed={connects.failed}
            backlog={connects.webhookBacklog}
            sendAgain={user.isOperator ? sendAgainAction : undefined}
          />
        </>
      )}
      {connects && (
        <KeptWhere backlog={connects.backlog}>
          {user.isOperator && <ForgetUser userId={userOf(connects.found, find ?? '')} />}
        </KeptWhere>
      )}
    </ConsolePage>
  )
}
