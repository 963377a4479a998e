'use client'

import { Announcement } from '@/components/console/shared/announcement'
import { SearchFrame } from '@/components/console/shared/search-frame'
import type { SortBy } from '@/components/console/shared/sort-links'
import { UserShareTable } from '@/components/console/shared/user-share-table'
import { useStreamedSearch } from '@/components/console/shared/use-streamed-search'
import { useFormats } from '@/components/console/shared/use-formats'
import { useConsoleTexts } from '@/components/texts'
import { decimalText, sumOf } from '@/lib/console/conversions/decimal'
import { shareKinds, shareValue, type ShareKey } from '@/lib/console/shared/share-sort'
import { sortRows, type Sort } from '@/lib/console/shared/sort-rows'
import type { UserShare } from '@/lib/console/shared/user-bolts'
import { pageUrl } from '@/lib/console/shared/page-url'
import { UserBoltsChart } from './user-bolts-chart'

interface UserBoltsProps {
  user: string
  /** Null for the order of the list of conversions. */
  sort: Sort<ShareKey> | null
  sortLinks: Record<ShareKey, ReturnType<SortBy<ShareKey>>>
  /** The order as text, to announce a change. */
  order: string
}

/** Reads all conversions for one user, and shows the results so far. */
export function UserBolts({ user, sort, sortLinks, order }: UserBoltsProps) {
  const t = useConsoleTexts()
  const formats = useFormats()
  const { search, start, stop } = useStreamedSearch<UserShare>({
    url: pageUrl('/console/conversions/by-user/find', {}, { user }),
    startedText: t('userBolts.starting'),
  })
  const { state, searched, total, hits: shares, change, unreadable } = search
  const found = shares.flatMap(({ entry }) => ('unreadable' in entry ? [] : [entry.bolts_earned]))
  const values = { shares: shares.length, searched, bolts: formats.amount(decimalText(sumOf(found).value)) }
  return (
    <SearchFrame
      search={search}
      progress={{
        label: t('userBolts.progressLabel'),
        text: total === null ? t('userBolts.starting') : t('userBolts.progress', { searched, total }),
      }}
      summary={state === 'searching' ? null : t(state === 'whole' ? 'userBolts.whole' : 'userBolts.part', values)}
      notes={[change && t('userBolts.changed'), unreadable > 0 && t('userBolts.unreadable', { count: unreadable })]}
      start={start}
      stop={stop}
    >
      <Announcement text={order} />
      <UserShareTable
        shares={sort ? inOrder(shares, sort) : shares}
        hasUsers
        sortBy={(key) => sortLinks[key]}
        t={t}
        formats={formats}
      />
      <UserBoltsChart shares={shares} />
    </SearchFrame>
  )
}

function inOrder(shares: readonly UserShare[], sort: Sort<ShareKey>): UserShare[] {
  const sorted = sortRows(shares, sort, shareKinds[sort.key], (share) => shareValue(share, sort.key))
  // An unreadable entry has no value in any column.
  return sorted.flatMap((share) => ('unreadable' in share ? [] : [share]))
}
