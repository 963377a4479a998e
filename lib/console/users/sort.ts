import 'server-only'
import { resourceKinds } from '@/lib/console/shared/resource-sort'
import { sortingOf, type Sort, type SortKind, type SortValue } from '@/lib/console/shared/sort'
import type { Balance, Listed } from '@/lib/service'

/** The tables of the page, their columns, and the kind of the columns' values. */
const tables = {
  balances: { wallet_address: 'text', current_period_points: 'number', all_time_points: 'number', bolts: 'number' },
  bolts: {
    converted_at: 'time',
    bolts_earned: 'number',
    share_percentage: 'number',
    subnet_points: 'number',
    wallet_address: 'text',
  },
  attempts: { time: 'number', outcome: 'text', reason: 'text', code: 'text', walletAddress: 'text' },
  resources: resourceKinds,
} as const satisfies {
  balances: Partial<Record<keyof Balance, SortKind>>
  [table: string]: Record<string, SortKind>
}

type Table = keyof typeof tables
type KeyOf<Name extends Table> = keyof (typeof tables)[Name] & string
export type UserSortKey = { [Name in Table]: `${Name}.${KeyOf<Name>}` }[Table]
export type UserSort = Sort<UserSortKey> | null

/** The sort of the page (`?sort=bolts.share_percentage`). It applies to one of its tables. */
export const userSorting = sortingOf(
  Object.fromEntries(
    Object.entries(tables).flatMap(([table, kinds]) =>
      Object.entries(kinds).map(([key, kind]) => [`${table}.${key}`, kind]),
    ),
  ) as Record<UserSortKey, SortKind>,
)

/** Sorts the rows of a table if the sort belongs to this table. */
export function sortTable<Name extends Table, Row extends object>(
  table: Name,
  rows: readonly Listed<Row>[],
  sort: UserSort,
  valueOf: (row: Row, key: KeyOf<Name>) => SortValue,
): Listed<Row>[] {
  const tableSort = sort?.key.startsWith(`${table}.`) ? sort : null
  return userSorting.sortRows(rows, tableSort, (row: Row, key) =>
    valueOf(row, key.slice(table.length + 1) as KeyOf<Name>),
  )
}
