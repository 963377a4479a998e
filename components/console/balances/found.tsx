import { DataTable } from '@/components/console/shared/data-table'
import { TextLink } from '@/components/console/shared/text-link'
import { useFormats } from '@/components/console/shared/use-formats'
import { useConsoleTexts } from '@/components/texts'
import type { Hit } from '@/lib/console/balances/search'
import { pageUrl } from '@/lib/console/shared/page-url'
import { balanceColumns } from './columns'

/**
 * The balances that were found, each with a link to its page of the list.
 *
 * @param searchText - kept in the links.
 * @param rows - the page size of the list, kept in the links.
 */
export function FoundBalances({ hits, searchText, rows }: { hits: readonly Hit[]; searchText: string; rows: number }) {
  const t = useConsoleTexts()
  const formats = useFormats()
  if (hits.length === 0) return null
  const found = hits.map(({ balance, position }) => ('unreadable' in balance ? balance : { ...balance, position }))
  const pageOf = (position: number) => Math.ceil(position / rows)
  return (
    <DataTable
      caption={t('balancesSearch.caption')}
      columns={[
        ...balanceColumns<Extract<(typeof found)[number], { position: number }>>(found, t, formats),
        {
          header: t('balancesSearch.place'),
          cell: ({ position }) => (
            <TextLink
              href={pageUrl('/console/balances', {}, { page: pageOf(position), rows, find: searchText })}
              keepsScroll
            >
              <span className="whitespace-nowrap">{t('balancesSearch.placeLink', { page: pageOf(position) })}</span>
            </TextLink>
          ),
        },
      ]}
      rows={found}
      rowKey={({ position }) => position}
    />
  )
}
