import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { FindBalance } from '@/components/console/balances/find'
import { BalanceList } from '@/components/console/balances/list'
import { LazyBalanceSearch } from '@/components/console/balances/lazy-search'
import { AsyncContent } from '@/components/console/shared/async-content'
import { ConsolePage, Section } from '@/components/console/shared/console-page'
import { ExportLinks } from '@/components/console/shared/export-links'
import { TextsProvider } from '@/components/texts'
import { requireOperator } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { findBalances, type BalanceHit } from '@/lib/console/balances/find'
import { isFromElsewhere } from '@/lib/console/shared/from-elsewhere'
import { readPageQuery } from '@/lib/console/shared/page-query'
import { pageUrl } from '@/lib/console/shared/page-url'
import { initialSearch, searchReducer, type Search } from '@/lib/console/shared/search'
import { readSearchText } from '@/lib/console/shared/search-text'
import { callSettings, readService, reportProblem } from '@/lib/console/shared/service'
import { consoleTexts, consoleTextsForBrowser } from '@/lib/skin/texts'
import { listBalances, walkBalances } from '@/lib/service'

export function generateMetadata(): Metadata {
  return { title: consoleTexts()('layout.pages.balances') }
}

/** All balances in pages, and a search for those of a wallet or a user. */
export default async function BalancesPage(props: PageProps<'/console/balances'>) {
  // Links of the page keep the search text, but not that the server searched for it.
  const { search: searchedBy, ...searchParams } = await props.searchParams
  await requireOperator(pageUrl('/console/balances', searchParams))
  const { page, limit } = readPageQuery(searchParams)
  // Another site may fill in what is searched for, but starts no search.
  const askedText = readSearchText(searchParams.find)
  const searchText = isFromElsewhere(await headers()) ? null : askedText
  const read = readService((access, options) => listBalances(access, { page, limit }, options))
  // Awaited before the page is sent, since without scripts nothing can be added later.
  const foundByServer = searchText !== null && searchedBy === 'server' ? await searchOnServer(searchText) : undefined
  const t = consoleTexts()
  return (
    <ConsolePage
      title={t('layout.pages.balances')}
      intro={`${t('balances.intro')} ${t('shared.subnetBolts')}`}
      actions={<ExportLinks path="/console/balances/export" maxPauseMs={config().service.maxPauseMs} />}
    >
      <Section title={t('balances.find.title')}>
        <FindBalance searchText={askedText} page={page} rows={limit} />
        {searchText !== null && (
          <div className={foundByServer ? undefined : 'noscript:hidden'}>
            <TextsProvider {...consoleTextsForBrowser('balancesSearch', 'search', 'problems')}>
              <LazyBalanceSearch searchText={searchText} page={page} rows={limit} foundByServer={foundByServer} />
            </TextsProvider>
          </div>
        )}
      </Section>
      <section aria-labelledby="list" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 id="list" className="text-lg font-semibold">
          {t('balances.list.title')}
        </h2>
        <AsyncContent
          key={`${page} ${limit}`}
          read={read}
          what={t('balances.what')}
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

async function searchOnServer(searchText: string): Promise<Search<BalanceHit>> {
  const { access, options } = callSettings()
  const pages = walkBalances(access, {}, options)
  const endsAt = Date.now() + config().service.deadlineMs
  let search: Search<BalanceHit> = initialSearch
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
