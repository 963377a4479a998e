import type { Metadata, Route } from 'next'
import { BalanceFilters } from '@/components/console/balances/filters'
import { BalanceList } from '@/components/console/balances/list'
import { AsyncContent } from '@/components/console/shared/async-content'
import { ConsolePage } from '@/components/console/shared/console-page'
import { ExportMenu } from '@/components/console/shared/export-menu'
import { LateCount } from '@/components/console/shared/late-count'
import { pageTitle } from '@/components/console/shared/page-title'
import { NotStarted } from '@/components/console/shared/walk-progress'
import { requireViewer } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { needsAll, readBalanceQuery } from '@/lib/console/balances/query'
import { readBalances } from '@/lib/console/balances/read'
import { mayLookUp } from '@/lib/console/shared/from-elsewhere'
import { readAfter } from '@/lib/console/shared/kept-walk'
import { pageUrl } from '@/lib/console/shared/page-url'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

const path: Route = '/console/balances'

export async function generateMetadata(props: PageProps<'/console/balances'>): Promise<Metadata> {
  const { find, page } = readBalanceQuery(await props.searchParams)
  const t = consoleTexts()
  const title = find === '' ? t('layout.pages.balances') : t('balances.find.pageTitle', { find })
  return { title: pageTitle(title, { page }) }
}

/** Shows all balances in pages, in the service's order or sorted, optionally filtered by a part of an ID or address. */
export default async function BalancesPage(props: PageProps<'/console/balances'>) {
  const searchParams = await props.searchParams
  const user = await requireViewer(pageUrl(path, searchParams))
  const query = readBalanceQuery(searchParams)
  const mayRead = await mayLookUp(user, { balance: query.find }, needsAll(query))
  const read = mayRead ? readBalances(query, { after: readAfter(searchParams) }) : null
  const t = consoleTexts()
  return (
    <ConsolePage
      title={t('layout.pages.balances')}
      count={
        read && (
          <LateCount read={read}>{(list) => list.kind === 'page' && consoleFormats().count(list.total)}</LateCount>
        )
      }
      intro={t('shared.subnetBolts')}
      actions={
        <>
          {user.isOperator && (
            <ExportMenu
              path="/console/balances/export"
              searchParams={{ find: query.find || undefined }}
              isFiltered={query.find !== ''}
              maxPauseMs={config().service.maxPauseMs}
            />
          )}
        </>
      }
    >
      <div className="list">
        <BalanceFilters {...query} />
        {read ? (
          <AsyncContent read={read} what={t('balances.what')} lines={14} path={path} searchParams={searchParams}>
            {(list) => <BalanceList read={list} query={query} searchParams={searchParams} />}
          </AsyncContent>
        ) : (
          <NotStarted what="walk" path={path} searchParams={searchParams} />
        )}
      </div>
    </ConsolePage>
  )
}
