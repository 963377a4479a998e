'use client'

import { SearchFrame } from '@/components/console/shared/search-frame'
import { UserShareTable } from '@/components/console/shared/user-share-table'
import { useStreamedSearch } from '@/components/console/shared/use-streamed-search'
import { useFormats } from '@/components/console/shared/use-formats'
import { useConsoleTexts } from '@/components/texts'
import { decimalText, sumOf } from '@/lib/console/conversions/decimal'
import type { UserShare } from '@/lib/console/shared/user-bolts'
import { pageUrl } from '@/lib/console/shared/page-url'
import { UserBoltsChart } from './user-bolts-chart'

/** Reads all conversions for one user, and shows what has been found so far. */
export function UserBolts({ user }: { user: string }) {
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
      retryUrl={pageUrl('/console/conversions/by-user', {}, { user })}
    >
      <UserBoltsChart shares={shares} />
      <UserShareTable shares={shares} hasUsers t={t} formats={formats} />
    </SearchFrame>
  )
}
