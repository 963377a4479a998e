import type { Metadata } from 'next'
import { Suspense } from 'react'
import { BalanceList } from '@/components/console/balance-list'
import { ConsolePage, Section } from '@/components/console/console-page'
import { ExportLinks } from '@/components/console/export-links'
import { FindBalance } from '@/components/console/find-balance'
import { Loading } from '@/components/console/loading'
import { requireOperator } from '@/lib/auth/user'
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
  const form = { sought, page, rows: limit }
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
        {sought !== null && searchedBy === 'server' ? (
          <Suspense fallback={<Loading what={balanceMessages.what} />}>
            <FindBalanceHere {...form} sought={sought} />
          </Suspense>
        ) : (
          <FindBalance {...form} />
        )}
      </Section>
      <section aria-labelledby="list" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 id="list" className="text-lg font-semibold">
          {balanceMessages.list.title}
        </h2>
        <Suspense
          // Another page is another list: it is said at once that it is being read.
          key={`${page} ${limit}`}
          fallback={<Loading what={balanceMessages.what} lines={12} />}
        >
          <BalanceList
            read={readService((access, options) => listBalances(access, { page, limit }, options))}
            search={search}
          />
        </Suspense>
      </section>
    </ConsolePage>
  )
}

/** A page without scripts is waited for in one piece, so it looks through so many and no more. */
const mostSearchedHere = 10_000

async function FindBalanceHere(form: { sought: string; page: number; rows: number }) {
  return <FindBalance {...form} foundByServer={await searchHere(form.sought)} />
}

async function searchHere(sought: string): Promise<Search> {
  const { access, options } = callBounds()
  const pages = walkBalancePages(access, {}, { ...options, lookAhead: 4 })
  let search = newSearch
  try {
    for await (const message of findBalances(pages, sought, mostSearchedHere)) search = searchAfter(search, message)
  } catch (error) {
    search = searchAfter(search, { kind: 'problem', problem: reportProblem(error) })
  }
  return search
}
