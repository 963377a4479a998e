import 'server-only'
import { allBalances } from '@/lib/console/shared/all-balances'
import type { KeptReadOptions, KeptRows } from '@/lib/console/shared/kept-walk'
import { sortingOf, type PageSelection, type SelectedPage, type SortKind } from '@/lib/console/shared/sort'
import { outsideRequests } from '@/lib/request/context'
import { isUnreadable, type Balance, type Listed } from '@/lib/service'

/** The columns of the balances, in the interface's order ("Balance record"). */
const kinds = {
  wallet_address: 'text',
  user_id: 'text',
  current_period_points: 'number',
  all_time_points: 'number',
  bolts: 'number',
} as const satisfies Record<keyof Balance, SortKind>
export type BalanceKey = keyof typeof kinds

export const balanceSorting = sortingOf(kinds)

/** Returns all balances, or the progress of the walk over them. The app keeps the balances for five minutes. */
export function readAllBalances(options?: KeptReadOptions): Promise<KeptRows<Balance>> {
  return outsideRequests(() => allBalances().read(options))
}

/** Which balances to show. */
export interface BalanceSelection extends PageSelection<BalanceKey> {
  /** A part of a user ID or wallet address; empty for all balances. */
  find: string
}

/** Selects one page of the balances whose user ID or wallet address contains the text. */
export function selectBalances(
  rows: readonly Listed<Balance>[],
  { find, ...selection }: BalanceSelection,
): SelectedPage<Balance> {
  return balanceSorting.selectPage(rows, selection, {
    valueOf: (balance, key) => balance[key],
    isMatch: balanceMatcher(find),
  })
}

/**
 * Returns a function that checks whether the user ID or wallet address of a balance contains the text. An empty text
 * matches every balance.
 *
 * The comparison ignores case, because people type parts of an ID in either case. An extra match does less harm than a
 * missing one. In an unreadable balance, the text may be in any field.
 */
export function balanceMatcher(find: string): (row: Listed<Balance>) => boolean {
  const wanted = find.toLowerCase()
  const contains = (text: string) => text.toLowerCase().includes(wanted)
  return (row) =>
    find === '' ||
    (isUnreadable(row)
      ? textsIn(JSON.parse(row.unreadable)).some(contains)
      : contains(row.user_id) || contains(row.wallet_address))
}

/** Returns the texts in a JSON value, without the names of fields. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
