import type { Metadata } from 'next'
import { Awaited } from '@/components/console/awaited'
import { BalanceList } from '@/components/console/balance-list'
import { ConsolePage, Section } from '@/components/console/console-page'
import { ExportLinks } from '@/components/console/export-links'
import { FindBalance } from '@/components/console/find-balance'
import { requireOperator } from '@/lib/auth/user'
import { config } from '@/lib/config'
import { addressWith } from '@/lib/console/address'
import { readBalancePage, readSought } from '@/lib/console/balance-query'
import { findBalances } from '@/lib/console/find-balances'
import { newSearch, searchAfter, type Search } from '@/lib/console/search'
import { callBounds, readService, reportProblem } from '@/lib/console/service'
import { consoleMessages } from '@/lib/messages/console'
import { balanceMessages } from '@/lib/messages/console-balances'
import { listBalances, walkBalancePages } from '@/lib/service'

export const metadata: Metadata = { title: consoleMessages.pages.balances }

/** All users with their balances, a page at a time, and a way to find one of them. */
export default async function BalancesPage({ searchParams }: PageProps<'/console/balances'>) {
  // The list keeps what is found; that it was the server that looked for it is over with the page.
  const { search: searchedBy, ...search } = await searchParams
  await requireOperator(addressWith('/console/balances', search))
  const { page, limit } = readBalancePage(search)
  const sought = readSought(search.find)
  const read = readService((access, options) => listBalances(access, { page, limit }, options))
  // The page waits for it: without scripts nothing could be put into its place later.
  const foundByServer = sought !== null && searchedBy === 'server' ? await searchHere(sought) : undefined
  return (
    <ConsolePage
      title={consoleMessages.pages.balances}
      intro={consoleMessages.intros.balances}
      actions={<ExportLinks path="/console/balances/export" />}
    >
      <aside className="rounded-skin border border-l-4 border-line border-l-accent bg-surface p-4">
        <p>
          <strong>{balanceMessages.grants.title}.</strong> {balanceMessages.grants.text}
        </p>
      </aside>
      <Section title={balanceMessages.find.title}>
        <FindBalance sought={sought} page={page} rows={limit} foundByServer={foundByServer} />
      </Section>
      <section aria-labelledby="list" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 id="list" className="text-lg font-semibold">
          {balanceMessages.list.title}
        </h2>
        <Awaited
          key={`${page} ${limit}`}
          read={read}
          what={balanceMessages.what}
          lines={12}
          path="/console/balances"
          search={search}
        >
          {(result) => <BalanceList result={result} search={search} />}
        </Awaited>
      </section>
    </ConsolePage>
  )
}

/** So many are looked through for a page that is waited for, and for about as long as one call may take. */
const mostSearchedHere = 10_000

async function searchHere(sought: string): Promise<Search> {
  const { access, options } = callBounds()
  const pages = walkBalancePages(access, {}, { ...options, lookAhead: 4 })
  const endsAt = Date.now() + config().service.deadlineMs
  let search = newSearch
  try {
    for await (const message of findBalances(pages, sought, mostSearchedHere)) {
      search = searchAfter(search, message)
      if (Date.now() > endsAt && search.state === 'searching') return { ...search, state: 'part' }
    }
  } catch (error) {
    search = searchAfter(search, { kind: 'problem', problem: reportProblem(error) })
  }
  return search
}
