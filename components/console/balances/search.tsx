'use client'

import { SearchFrame } from '@/components/console/shared/search-frame'
import { useStreamedSearch } from '@/components/console/shared/use-streamed-search'
import { useConsoleTexts } from '@/components/texts'
import type { BalanceHit } from '@/lib/console/balances/find'
import { pageUrl } from '@/lib/console/shared/page-url'
import type { Search } from '@/lib/console/shared/search'
import type { ConsoleTexts } from '@/lib/messages/keys'
import { FoundBalances } from './found'

/**
 * Searches all balances for a wallet or a user. The search goes on while people page through the list below.
 *
 * @param page - the page of the list, kept in links.
 * @param rows - the page size of the list, kept in links.
 * @param foundByServer - the result of the server's search, made for browsers without scripts. It is shown without a
 *   new search.
 */
export function BalanceSearch({
  searchText,
  page,
  rows,
  foundByServer,
}: {
  searchText: string
  page: number
  rows: number
  foundByServer: Search<BalanceHit> | undefined
}) {
  const t = useConsoleTexts()
  const {
    search: foundHere,
    start,
    stop,
  } = useStreamedSearch<BalanceHit>({
    url: foundByServer ? null : pageUrl('/console/balances/find', {}, { find: searchText }),
    startedText: t('balancesSearch.starting'),
  })
  const search = foundByServer ?? foundHere
  const { state, searched, total, hits, change, unreadable } = search
  return (
    <SearchFrame
      search={search}
      progress={{
        label: t('balancesSearch.progressLabel'),
        text:
          total === null
            ? t('balancesSearch.starting')
            : t('balancesSearch.progress', { searched, total, hits: hits.length }),
      }}
      found={hits.length > 0 && t('balancesSearch.hitsSoFar', { hits: hits.length })}
      summary={summaryOf(search, t)}
      notes={[
        change && t('balancesSearch.changed', { ...change, missing: change.maybeMissing }),
        unreadable > 0 && t('balancesSearch.unreadable', { count: unreadable }),
        state === 'whole' && hits.length === 0 && t('balancesSearch.notFound'),
        state === 'part' && t('balancesSearch.partAdvice'),
      ]}
      start={foundByServer ? undefined : start}
      stop={stop}
      retryUrl={pageUrl('/console/balances', {}, { find: searchText, search: 'server', page, rows })}
    >
      <FoundBalances hits={hits} searchText={searchText} rows={rows} />
    </SearchFrame>
  )
}

/** The result of the search in a sentence; null if it goes on, or if an alert says it. */
function summaryOf(
  { state, searched, total, hits: { length: hits } }: Search<BalanceHit>,
  t: ConsoleTexts,
): string | null {
  switch (state) {
    case 'searching':
      return null
    case 'whole':
      return t('balancesSearch.whole', { hits, searched })
    case 'stopped':
      return total === null ? t('balancesSearch.stoppedAtOnce') : t('balancesSearch.stopped', { hits, searched, total })
    case 'part':
    case 'failed':
    case 'broken':
      return total === null ? null : t('balancesSearch.part', { hits, searched, total })
  }
}
