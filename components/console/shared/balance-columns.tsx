import type { Route } from 'next'
import type { Formats } from '@/lib/format'
import type { ConsoleTexts } from '@/lib/messages/keys'
import type { Balance, Listed } from '@/lib/service'
import { amountColumn } from './amount-column'
import type { Column } from './data-table'
import { TextLink } from './text-link'

/* The columns of a balance that several pages have. They need the texts of the group `balancesSearch`. */

/** The points and bolts of a balance. */
export function balanceAmounts<Row extends Balance>(
  rows: readonly Listed<Row>[],
  t: ConsoleTexts,
  formats: Formats,
): Column<Row>[] {
  const amount = (header: string, value: (balance: Row) => Balance['bolts']) =>
    amountColumn(header, rows, value, formats)
  return [
    amount(t('balancesSearch.columns.currentPoints'), ({ current_period_points }) => current_period_points),
    amount(t('balancesSearch.columns.allTimePoints'), ({ all_time_points }) => all_time_points),
    amount(t('balancesSearch.columns.bolts'), ({ bolts }) => bolts),
  ]
}

/**
 * The page of the list that has a balance, by its position from 1.
 *
 * @param limit - the page size of the list.
 * @param keepsScroll - the list is on the same page, which stays scrolled where it is.
 */
export function placeColumn<Row extends { position: number }>(
  limit: number,
  urlOf: (page: number) => Route,
  t: ConsoleTexts,
  { keepsScroll = false } = {},
): Column<Row> {
  return {
    header: t('balancesSearch.place'),
    cell: ({ position }) => {
      const page = Math.ceil(position / limit)
      return (
        <TextLink href={urlOf(page)} keepsScroll={keepsScroll}>
          <span className="whitespace-nowrap">{t('balancesSearch.placeLink', { page })}</span>
        </TextLink>
      )
    },
  }
}
