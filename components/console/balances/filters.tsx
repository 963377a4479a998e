import type { Route } from 'next'
import { FilterChips } from '@/components/console/shared/filter-chips'
import { FindForm } from '@/components/console/shared/find-form'
import { FindRow } from '@/components/console/shared/find-row'
import type { BalanceSelection } from '@/lib/console/balances/all'
import { topRows } from '@/lib/console/balances/query'
import { pageSize } from '@/lib/console/shared/page-query'
import { pageUrl } from '@/lib/console/shared/page-url'
import { maxSearchLength } from '@/lib/console/shared/search-text'
import { consoleTexts } from '@/lib/skin/texts'

const path: Route = '/console/balances'

/** A search by a part of an ID or address, and links to all balances and to the largest ones. */
export function BalanceFilters({ find, sort, limit }: BalanceSelection) {
  const t = consoleTexts()
  const top = { sort: 'bolts', order: 'descending', rows: topRows } as const
  const isTop = sort?.key === top.sort && sort.direction === top.order && limit === top.rows
  return (
    <FindRow>
      <FindForm
        path={path}
        name="find"
        label={t('balances.find.label')}
        button={t('balances.find.button')}
        value={find}
        maxLength={maxSearchLength}
        hidden={{
          ...(sort && { sort: sort.key, order: sort.direction }),
          ...(limit !== pageSize.default && { rows: limit }),
        }}
      />
      <FilterChips
        label={t('balances.filters.label')}
        choices={[
          { name: t('balances.filters.all'), url: path, isCurrent: find === '' && sort === null },
          {
            name: t('balances.filters.top', { count: topRows }),
            url: pageUrl(path, {}, top),
            isCurrent: find === '' && isTop,
          },
        ]}
      />
    </FindRow>
  )
}
