import { conversionPath, pageUrl, userPath, walletPath } from '@/lib/console/shared/page-url'
import type { ShareKey } from '@/lib/console/shared/share-sort'
import type { UserShare } from '@/lib/console/shared/user-bolts'
import type { Formats } from '@/lib/format'
import type { ConsoleTexts } from '@/lib/messages/keys'
import type { Listed, UserBreakdownEntry } from '@/lib/service'
import { amountColumn, percentColumn } from './amount-column'
import { DataTable, type Column } from './data-table'
import { Identifier } from './identifier'
import type { SortBy } from './sort-links'
import { TextLink } from './text-link'
import { Time } from './time'

/** A user's share in one conversion, as a row. */
export type ShareRow = UserBreakdownEntry & Pick<UserShare, 'conversionId' | 'convertedAt' | 'at'>

interface ShareColumnsOptions {
  /** Adds a column of user IDs, for results of a search by wallet address. */
  hasUsers?: boolean
  /** Makes the headers links that sort. */
  sortBy?: SortBy<ShareKey> | undefined
  /** The texts, which must include the group `userBolts`. */
  t: ConsoleTexts
  formats: Formats
}

/** A user's share in each conversion, in the order of `shares`. */
export function UserShareTable({ shares, ...options }: ShareColumnsOptions & { shares: readonly UserShare[] }) {
  if (shares.length === 0) return null
  const rows = shareRows(shares)
  return (
    <DataTable
      caption={options.t('userBolts.caption')}
      columns={shareColumns(rows, options)}
      rows={rows}
      rowKey={(_, index) => index}
    />
  )
}

export function shareRows(shares: readonly UserShare[]): Listed<ShareRow>[] {
  return shares.map(({ entry, ...conversion }) => ('unreadable' in entry ? entry : { ...entry, ...conversion }))
}

export function shareColumns(
  rows: readonly Listed<ShareRow>[],
  { hasUsers = false, sortBy, t, formats }: ShareColumnsOptions,
): Column<ShareRow>[] {
  const sorted = (key: ShareKey, column: Column<ShareRow>) => (sortBy ? { ...column, sort: sortBy(key) } : column)
  return [
    sorted('converted_at', {
      header: t('userBolts.columns.converted_at'),
      isRowHeader: true,
      cell: ({ conversionId, convertedAt, at }) => (
        <TextLink href={pageUrl(conversionPath(conversionId), {}, { at })}>
          <Time time={convertedAt} />
        </TextLink>
      ),
    }),
    sorted(
      'bolts_earned',
      amountColumn(t('userBolts.columns.bolts_earned'), rows, ({ bolts_earned }) => bolts_earned, formats),
    ),
    sorted(
      'share_percentage',
      percentColumn(t('userBolts.columns.share_percentage'), rows, ({ share_percentage }) => share_percentage, formats),
    ),
    sorted(
      'subnet_points',
      amountColumn(t('userBolts.columns.subnet_points'), rows, ({ subnet_points }) => subnet_points, formats),
    ),
    sorted('wallet_address', {
      header: t('userBolts.columns.wallet_address'),
      cell: ({ wallet_address: address }) => (
        <Identifier value={address} what={t('userBolts.walletToCopy')} hasCopy={!hasUsers} href={walletPath(address)} />
      ),
    }),
    ...(hasUsers
      ? [
          sorted('user_id', {
            header: t('userBolts.columns.user_id'),
            cell: ({ user_id: id }) => <Identifier value={id} what={t('userBolts.userToCopy')} href={userPath(id)} />,
          }),
        ]
      : []),
  ]
}
