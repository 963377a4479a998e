import type { Route } from 'next'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { Balance, Listed } from '@/lib/service'
import { amountColumn } from './amount-column'
import type { Column } from './data-table'
import type { SortBy } from './sort-links'
import { TextLink } from './text-link'

/* The columns of a balance that several pages share. */

/** The columns of points and bolts. */
export type BalanceAmount = 'current_period_points' | 'all_time_points' | 'bolts'

/** Returns the columns of a balance's points and bolts. */
export function balanceAmounts<Row extends Balance>(
  rows: readonly Listed<Row>[],
  sortBy: SortBy<BalanceAmount>,
): Column<Row>[] {
  const t = consoleTexts()
  const column = (key: BalanceAmount, header: string): Column<Row> => ({
    ...amountColumn(header, rows, (balance) => balance[key], consoleFormats()),
    sort: sortBy(key),
  })
  return [
    column('current_period_points', t('balancesSearch.columns.currentPoints')),
    column('all_time_points', t('balancesSearch.columns.allTimePoints')),
    column('bolts', t('balancesSearch.columns.bolts')),
  ]
}

/**
 * Returns the column of a balance's position in the service's list, from 1. It links to the page of the list.
 *
 * @param limit - the page size of the list.
 */
export function placeColumn<Row extends { position: number }>(
  limit: number,
  urlOf: (page: number) => Route,
): Column<Row> {
  const t = consoleTexts()
  return {
    header: t('balancesSearch.place'),
    isDetail: true,
    cell: ({ position }) => {
      const page = Math.ceil(position / limit)
      return <TextLink href={urlOf(page)}>{t('balancesSearch.placeLink', { position, page })}</TextLink>
    },
  }
}
