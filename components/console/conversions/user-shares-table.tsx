import { DataTable, type Column } from '@/components/console/shared/data-table'
import { Identifier } from '@/components/console/shared/identifier'
import { TextLink } from '@/components/console/shared/text-link'
import type { UserShare } from '@/lib/console/conversions/user-bolts'
import { pageUrl } from '@/lib/console/shared/page-url'
import { formatAmount, formatPercent, formatTime } from '@/lib/format'
import { conversionMessages } from '@/lib/messages/console-conversions'
import type { UserBreakdownEntry } from '@/lib/service'

const { breakdown, byUser, list } = conversionMessages

type Row = UserBreakdownEntry & Pick<UserShare, 'conversionId' | 'convertedAt' | 'at'>

const columns: readonly Column<Row>[] = [
  {
    header: list.convertedAt,
    isRowHeader: true,
    cell: ({ conversionId, convertedAt, at }) => (
      <TextLink href={pageUrl(`/console/conversions/${encodeURIComponent(conversionId)}`, {}, { at })}>
        <time dateTime={convertedAt} className="whitespace-nowrap">
          {formatTime(convertedAt)}
        </time>
      </TextLink>
    ),
  },
  { header: breakdown.columns.bolts_earned, isNumber: true, cell: ({ bolts_earned }) => formatAmount(bolts_earned) },
  {
    header: breakdown.columns.share_percentage,
    isNumber: true,
    cell: ({ share_percentage }) => formatPercent(share_percentage),
  },
  { header: breakdown.columns.subnet_points, isNumber: true, cell: ({ subnet_points }) => formatAmount(subnet_points) },
  {
    header: breakdown.columns.wallet_address,
    cell: ({ wallet_address }) => <Identifier value={wallet_address} what={breakdown.walletToCopy} />,
  },
  {
    header: breakdown.columns.user_id,
    cell: ({ user_id }) => <Identifier value={user_id} what={breakdown.userToCopy} />,
  },
]

/** What a user got in each conversion, in the order of the list. */
export function UserSharesTable({ shares }: { shares: readonly UserShare[] }) {
  if (shares.length === 0) return null
  return (
    <DataTable
      caption={byUser.caption}
      columns={columns}
      rows={shares.map(({ entry, ...conversion }) => ('unreadable' in entry ? entry : { ...entry, ...conversion }))}
      rowKey={(_, index) => index}
    />
  )
}
