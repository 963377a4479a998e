import Link from 'next/link'
import { balanceColumns } from '@/components/console/balance-columns'
import { DataTable, type Column } from '@/components/console/data-table'
import { addressWith } from '@/lib/console/address'
import type { Hit } from '@/lib/console/search'
import { balanceMessages } from '@/lib/messages/console-balances'

const messages = balanceMessages.find

/**
 * The balances that were found, each with the page of the list that it is on.
 *
 * @param sought - what is looked for, and `rows` the rows per page of the list: both stay as they are.
 */
export function FoundBalances({ hits, sought, rows }: { hits: readonly Hit[]; sought: string; rows: number }) {
  if (hits.length === 0) return null
  return (
    <DataTable
      caption={messages.caption}
      columns={columnsWith(sought, rows)}
      rows={hits}
      rowKey={({ position }) => position}
    />
  )
}

function columnsWith(sought: string, rows: number): Column<Hit>[] {
  return [
    ...balanceColumns.map(({ cell, ...column }) => ({ ...column, cell: ({ balance }: Hit) => cell(balance) })),
    {
      header: messages.place,
      cell: ({ position }) => <Place page={Math.ceil(position / rows)} rows={rows} sought={sought} />,
    },
  ]
}

function Place({ page, rows, sought }: { page: number; rows: number; sought: string }) {
  return (
    <Link
      href={addressWith('/console/balances', {}, { page, rows, find: sought })}
      prefetch={false}
      scroll={false}
      className="inline-flex min-h-6 items-center whitespace-nowrap text-accent underline underline-offset-2 hover:text-accent-strong"
    >
      {messages.placeLink(page)}
    </Link>
  )
}
