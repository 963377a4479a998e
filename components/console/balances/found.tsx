import { DataTable, type Column } from '@/components/console/shared/data-table'
import { TextLink } from '@/components/console/shared/text-link'
import type { Hit } from '@/lib/console/balances/search'
import { pageUrl } from '@/lib/console/shared/page-url'
import { balanceMessages } from '@/lib/messages/console-balances'
import type { Balance } from '@/lib/service'
import { balanceColumns } from './columns'

const messages = balanceMessages.find

/**
 * The balances that were found, each with a link to its page of the list.
 *
 * @param searchText - kept in the links.
 * @param rows - the page size of the list, kept in the links.
 */
export function FoundBalances({ hits, searchText, rows }: { hits: readonly Hit[]; searchText: string; rows: number }) {
  if (hits.length === 0) return null
  return (
    <DataTable
      caption={messages.caption}
      columns={columnsWith(searchText, rows)}
      rows={hits.map(({ balance, position }) => ('unreadable' in balance ? balance : { ...balance, position }))}
      rowKey={({ position }) => position}
    />
  )
}

function columnsWith(searchText: string, rows: number): Column<Balance & Pick<Hit, 'position'>>[] {
  return [
    ...balanceColumns,
    {
      header: messages.place,
      cell: ({ position }) => <Place page={Math.ceil(position / rows)} rows={rows} searchText={searchText} />,
    },
  ]
}

function Place({ page, rows, searchText }: { page: number; rows: number; searchText: string }) {
  return (
    <TextLink href={pageUrl('/console/balances', {}, { page, rows, find: searchText })} keepsScroll>
      <span className="whitespace-nowrap">{messages.placeLink(page)}</span>
    </TextLink>
  )
}
