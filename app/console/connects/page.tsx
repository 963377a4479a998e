import type { Metadata } from 'next'
import { z } from 'zod'
import { AsyncContent } from '@/components/console/async-content'
import { ConsolePage, pageTitle } from '@/components/console/console-page'
import { ExportMenu } from '@/components/console/export-menu'
import { FilterChips } from '@/components/console/find-row'
import { Backlog, keptWhere } from '@/components/console/kept'
import { List } from '@/components/console/list'
import { NotStarted } from '@/components/console/walk-progress'
import { requireViewer } from '@/lib/auth/user'
import { withoutBlanks } from '@/lib/connect/wallet-address-shape'
import { connectReport } from '@/lib/console/connect-rate'
import { mayLookUp } from '@/lib/console/from-elsewhere'
import { pageUrl } from '@/lib/console/page-url'
import { readQuery, readSearchText } from '@/lib/console/query'
import { readList } from '@/lib/console/read-list'
import { readService } from '@/lib/console/service'
import { textsToFind } from '@/lib/console/typed-text'
import { listResourcesByWallet, serviceText } from '@/lib/service'
import { failedDeliveries } from '@/lib/jobs'
import { connectRecords, isNamed } from '@/lib/records'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { nullIfUnavailable } from '@/lib/store'
import { ConnectFilter, filterParts, FindConnect, listParts } from './filter'
import { Figures } from './figures'
import { AskedWallet, FoundLinks } from './found'
import { connects as listOf, connectsParams, maxWalletLength } from './list'
import { WebhookFailures } from './webhooks'

const path = '/console/connects'
const tabs = ['list', 'figures', 'webhooks'] as const
const tabSchema = z.enum(tabs).catch('list')

async function readParameters(props: PageProps<'/console/connects'>) {
  const searchParams = await props.searchParams
  const list = listOf()
  const asked = z.string().catch('').parse(searchParams['ask'])
  const ask = withoutBlanks(asked).slice(0, maxWalletLength) || null
  const find = readSearchText(searchParams['find'])
  const tab = find === null && ask === null ? tabSchema.parse(searchParams['tab']) : 'list'
  const query = readQuery(list, searchParams)
  const wrongDay = query.filter.day === undefined ? String(searchParams['day'] ?? '').trim() : ''
  return { searchParams, list, query, wrongDay, find, ask, tab }
}

export async function generateMetadata(props: PageProps<'/console/connects'>): Promise<Metadata> {
  const { find, query, wrongDay, tab } = await readParameters(props)
  const t = consoleTexts()
  const older = query.before !== undefined && t('connects.olderTitle')
  const parts = find === null ? [...filterParts(query.filter).map(({ name }) => name), older] : [serviceText(find)]
  const ofTab = tab !== 'list' && t(`connects.tabs.${tab}`)
  const title = [t('layout.pages.connects'), ofTab, ...parts].filter(Boolean).join(', ')
  return { title: pageTitle(title, { hasError: wrongDay !== '' }) }
}

export default async function ConnectsPage(props: PageProps<'/console/connects'>) {
  const { searchParams, list, query, wrongDay, find, ask, tab } = await readParameters(props)
  const { filter } = query
  const user = await requireViewer(pageUrl(path, searchParams))
  const mayRead = await mayLookUp(user, { path, searchParams }, { connect: find ?? filter.wallet, wallet: ask })
  const [connects, read] = await Promise.all([
    mayRead ? readConnects(find) : null,
    mayRead && find === null && tab === 'list' ? readList(list, query) : null,
  ])
  const report = connectReport(connects?.days ?? [])
  const { percent } = report.week
  const day = connects?.days.find((each) => each.day === filter.day)
  const shown = connects ? read : ({ kind: 'away' } as const)
  const isList = connects !== null && read !== null
  const t = consoleTexts()
  return (
    <ConsolePage
      title={t('layout.pages.connects')}
      count={percent !== null ? t('connects.rate.summary', { percent: consoleFormats().percent(percent) }) : undefined}
      tabs={
        <FilterChips
          label={t('connects.tabs.label')}
          choices={tabs.map((each) => ({
            name: t(`connects.tabs.${each}`),
            ...(each === 'webhooks' && connects?.failed?.total && { count: String(connects.failed.total) }),
            url: pageUrl(path, { tab: each === 'list' ? undefined : each, day: filter.day }),
            isCurrent: each === tab,
          }))}
        />
      }
      actions={
        isList &&
        user.isOperator && (
          <ExportMenu path="/console/connects/export" searchParams={{ ...filter }} rows={t('connects.export')} />
        )
      }
    >
      {(tab === 'list' || !connects) && (
        <div className="list">
          {tab === 'list' && (
            <div className="flex flex-wrap items-center gap-2 text-sm">
              <FindConnect find={find} />
              {isList && (
                <ConnectFilter query={query} reasons={report.reasons.map(({ reason }) => reason)} wrongDay={wrongDay} />
              )}
            </div>
          )}
          {connects && <Backlog kind="connect_records" />}
          {mayRead && shown && (
            <List list={list} read={shown} query={query} searchParams={connectsParams(query)} parts={listParts} />
          )}
        </div>
      )}
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
        >
          {(result) => <AskedWallet walletAddress={ask} result={result} />}
        </AsyncContent>
      )}
      {connects && find !== null && <FoundLinks records={connects.found} find={find} />}
      {connects && tab === 'figures' && <Figures report={day ? connectReport([day]) : report} day={day?.day} />}
      {connects && tab === 'webhooks' && (
        <section aria-label={t('connects.webhooks.title')} className="list">
          <WebhookFailures failed={connects.failed} mayResend={user.isOperator} />
        </section>
      )}
      {connects && tab === 'list' && <p className="footnote">{keptWhere('connects')}</p>}
    </ConsolePage>
  )
}

const daysShown = 30
const failedShown = 100
const maxFound = 50

const readConnects = (find: string | null) =>
  nullIfUnavailable(async () => {
    const records = connectRecords()
    const texts = find === null ? [] : textsToFind(find)
    const [days, found, failed] = await Promise.all([
      records.days(daysShown),
      texts.length === 0 ? [] : records.find((each) => isNamed(each, texts), { limit: maxFound }),
      failedDeliveries(failedShown),
    ])
    return { days, found, failed }
  })
