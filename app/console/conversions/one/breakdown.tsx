import 'server-only'
import { FindForm } from '@/components/console/find-form'
import { FindRow } from '@/components/console/find-row'
import { List } from '@/components/console/list'
import { columnsOf, defineTable } from '@/lib/console/list'
import { readQuery } from '@/lib/console/query'
import { selectPage } from '@/lib/console/select'
import { userPath, walletPath, type SearchParams } from '@/lib/console/page-url'
import type { Conversion, UserBreakdownEntry } from '@/lib/service'
import { consoleTexts } from '@/lib/skin/texts'

const { id, amount, percent } = columnsOf<UserBreakdownEntry>()

export const breakdown = {
  ...defineTable<UserBreakdownEntry>({
    name: 'conversions.breakdown',
    columns: {
      user_id: id({ isRowHeader: true, href: userPath }),
      wallet_address: id({ href: walletPath, hasCopy: false }),
      subnet_points: amount(),
      share_percentage: percent(),
      bolts_earned: amount({ card: 'end' }),
    },
    sort: { key: 'bolts_earned', direction: 'descending' },
  }),
  find: { in: ['user_id', 'wallet_address'] },
}

export const readBreakdownQuery = (searchParams: SearchParams) => readQuery(breakdown, searchParams)

export function Breakdown({ conversion, searchParams }: { conversion: Conversion; searchParams: SearchParams }) {
  const { user_breakdown: rows, unreadableEntries: unreadable } = conversion
  const t = consoleTexts()
  const path = '/console/conversions/one'
  const query = readBreakdownQuery(searchParams)
  return (
    <section aria-labelledby="breakdown" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <FindRow>
        <h2 id="breakdown" className="text-lg font-semibold">
          {t('conversions.breakdown.title')}
        </h2>
        {rows.length > 0 && (
          <FindForm
            path={path}
            label={t('conversions.breakdown.search.label')}
            value={query.find}
            searchParams={searchParams}
          />
        )}
      </FindRow>
      {/* On a phone, the links to other pages appear with the list, and do not cover its heading. */}
      <div className="list">
        <List
          list={{ ...breakdown, path }}
          read={selectPage(breakdown, { rows, unreadable }, query)}
          query={query}
          searchParams={searchParams}
          parts={{ hasDetails: false }}
        />
      </div>
    </section>
  )
}
