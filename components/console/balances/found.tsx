import { DataTable, type Column } from '@/components/console/shared/data-table'
import { TextLink } from '@/components/console/shared/text-link'
import type { Hit } from '@/lib/console/balances/search'
import { pageUrl } from '@/lib/console/shared/page-url'
import { balanceMessages } from '@/lib/messages/console-balances'
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
      rows={hits}
      rowKey={({ position }) => position}
    />
  )
}

function columnsWith(searchText: string, rows: number): Column<Hit>[] {
  return [
    ...balanceColumns.map(({ cell, ...column }) => ({ ...column, cell: ({ balance }: Hit) => cell(balance) })),
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
