import { placeColumn } from '@/components/console/shared/balance-columns'
import { DataTable } from '@/components/console/shared/data-table'
import { useFormats } from '@/components/console/shared/use-formats'
import { useConsoleTexts } from '@/components/texts'
import type { BalanceHit } from '@/lib/console/balances/find'
import { pageUrl } from '@/lib/console/shared/page-url'
import type { Balance, Listed } from '@/lib/service'
import { balanceColumns } from './columns'

type Row = Balance & Pick<BalanceHit, 'position'>

/**
 * The balances that were found, each with a link to its page of the list.
 *
 * @param searchText - kept in the links.
 * @param rows - the page size of the list, kept in the links.
 */
export function FoundBalances({
  hits,
  searchText,
  rows,
}: {
  hits: readonly BalanceHit[]
  searchText: string
  rows: number
}) {
  const t = useConsoleTexts()
  const formats = useFormats()
  if (hits.length === 0) return null
  const found = hits.map(({ balance, position }): Listed<Row> =>
    'unreadable' in balance ? balance : { ...balance, position },
  )
  const pageUrlOf = (page: number) => pageUrl('/console/balances', {}, { page, rows, find: searchText })
  return (
    <DataTable
      caption={t('balancesSearch.caption')}
      columns={[...balanceColumns(found, t, formats), placeColumn(rows, pageUrlOf, t, { keepsScroll: true })]}
      rows={found}
      rowKey={({ position }) => position}
    />
  )
}
