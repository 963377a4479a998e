import type { Metadata } from 'next'
import { FindBalance } from '@/components/console/balances/find'
import { BalanceList } from '@/components/console/balances/list'
import { AsyncContent } from '@/components/console/shared/async-content'
import { ConsolePage, Section } from '@/components/console/shared/console-page'
import { ExportLinks } from '@/components/console/shared/export-links'
import { requireOperator } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { findBalances } from '@/lib/console/balances/find'
import { readBalancePage, readSearchText } from '@/lib/console/balances/query'
import { initialSearch, searchReducer, type Search } from '@/lib/console/balances/search'
import { pageUrl } from '@/lib/console/shared/page-url'
import { callSettings, readService, reportProblem } from '@/lib/console/shared/service'
import { consoleMessages } from '@/lib/messages/console'
import { balanceMessages } from '@/lib/messages/console-balances'
import { listBalances, walkBalances } from '@/lib/service'

export const metadata: Metadata = { title: consoleMessages.pages.balances }

/** All users with their balances in pages, and a search for one of them. */
export default async function BalancesPage(props: PageProps<'/console/balances'>) {
  // Links of the page keep the search text, but not that the server searched for it.
  const { search: searchedBy, ...searchParams } = await props.searchParams
  await requireOperator(pageUrl('/console/balances', searchParams))
  const { page, limit } = readBalancePage(searchParams)
  const searchText = readSearchText(searchParams.find)
  const read = readService((access, options) => listBalances(access, { page, limit }, options))
  // Awaited before the page is sent, since without scripts nothing can be added later.
  const foundByServer = searchText !== null && searchedBy === 'server' ? await searchOnServer(searchText) : undefined
  return (
    <ConsolePage
      title={consoleMessages.pages.balances}
      intro={consoleMessages.intros.balances}
      actions={<ExportLinks path="/console/balances/export" maxPauseMs={config().service.maxPauseMs} />}
    >
      <aside className="rounded-skin border border-l-4 border-line border-l-accent bg-surface p-4">
        <p>
          <strong>{balanceMessages.grants.title}.</strong> {balanceMessages.grants.text}
        </p>
      </aside>
      <Section title={balanceMessages.find.title}>
        <FindBalance searchText={searchText} page={page} rows={limit} foundByServer={foundByServer} />
      </Section>
      <section aria-labelledby="list" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 id="list" className="text-lg font-semibold">
          {balanceMessages.list.title}
        </h2>
        <AsyncContent
          key={`${page} ${limit}`}
          read={read}
          what={balanceMessages.what}
          lines={12}
          path="/console/balances"
          searchParams={searchParams}
        >
          {(result) => <BalanceList result={result} searchParams={searchParams} />}
        </AsyncContent>
      </section>
    </ConsolePage>
  )
}

/** The server's search ends after so many balances, or after the deadline of one call. */
const maxSearchedByServer = 10_000

async function searchOnServer(searchText: string): Promise<Search> {
  const { access, options } = callSettings()
  const pages = walkBalances(access, {}, { ...options, lookAhead: 4 })
  const endsAt = Date.now() + config().service.deadlineMs
  let search = initialSearch
  try {
    for await (const message of findBalances(pages, searchText, maxSearchedByServer)) {
      search = searchReducer(search, message)
      if (Date.now() > endsAt && search.state === 'searching') return { ...search, state: 'part' }
    }
  } catch (error) {
    search = searchReducer(search, { kind: 'problem', problem: reportProblem(error) })
  }
  return search
}
