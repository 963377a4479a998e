import 'server-only'
import type { KeptRows } from '@/lib/console/shared/kept-walk'
import { readService } from '@/lib/console/shared/service'
import type { NumberedRow } from '@/lib/console/shared/sort'
import { listBalances, type Balance } from '@/lib/service'
import { readAllBalances, selectBalances, type BalanceSelection } from './all'
import { needsAll } from './query'

type Kept = KeptRows<Balance>

/** One page of the balances, the progress of the walk, or the problem. */
export type BalanceRead = Extract<Kept, { kind: 'reading' | 'failed' }> | BalancePage

export interface BalancePage {
  kind: 'page'
  rows: readonly NumberedRow<Balance>[]
  page: number
  limit: number
  /** On all pages together. */
  total: number
  /** The walk over all balances that has the rows; null for a page of the service. */
  walk: Extract<Kept, { kind: 'read' }> | null
}

/**
 * Reads the requested page. Without a text and a sort, it makes one call; otherwise it reads all balances.
 *
 * @param options.after - reads the balances again if they are from this time or earlier.
 */
export async function readBalances(
  query: BalanceSelection,
  { after }: { after?: number | undefined } = {},
): Promise<BalanceRead> {
  if (!needsAll(query)) return readServicePage(query)
  const walk = await readAllBalances({ after })
  if (walk.kind !== 'read') return walk
  const { page, limit } = query
  return { kind: 'page', ...selectBalances(walk.rows, query), page, limit, walk }
}

async function readServicePage({ page, limit }: BalanceSelection): Promise<BalanceRead> {
  const result = await readService((access, options) => listBalances(access, { page, limit }, options))
  if (!result.ok) return { kind: 'failed', problem: result.problem }
  const { items, ...given } = result.data
  const before = (given.page - 1) * given.limit
  const rows = items.map((row, index) => ({ row, position: before + index + 1 }))
  return { kind: 'page', rows, ...given, walk: null }
}
