import 'server-only'
import { readPageQuery } from '@/lib/console/shared/page-query'
import type { SearchParams } from '@/lib/console/shared/page-url'
import { readSearchText } from '@/lib/console/shared/search-text'
import { balanceSorting, type BalanceSelection } from './all'

/** The number of rows that the chip for the users with the most bolts shows. */
export const topRows = 100

/** Reads the selection from the query (`?find=…&sort=bolts&order=descending&page=2&rows=50`). */
export function readBalanceQuery(searchParams: SearchParams): BalanceSelection {
  return {
    find: readSearchText(searchParams.find) ?? '',
    sort: balanceSorting.readSort(searchParams, null),
    ...readPageQuery(searchParams),
  }
}

/** Checks whether a query searches or sorts. Both need all balances, because the service can do neither. */
export const needsAll = ({ find, sort }: BalanceSelection) => find !== '' || sort !== null
