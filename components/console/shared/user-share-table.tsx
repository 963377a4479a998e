import type { UserShare } from '@/lib/console/shared/user-bolts'
import { conversionPath, pageUrl, userPath } from '@/lib/console/shared/page-url'
import type { Formats } from '@/lib/format'
import type { ConsoleTexts } from '@/lib/messages/keys'
import type { Listed, UserBreakdownEntry } from '@/lib/service'
import { amountColumn, percentColumn } from './amount-column'
import { DataTable, type Column } from './data-table'
import { Identifier } from './identifier'
import { TextLink } from './text-link'
import { Time } from './time'

type Row = UserBreakdownEntry & Pick<UserShare, 'conversionId' | 'convertedAt' | 'at'>

/**
 * What a user got in each conversion, in the order of the list. It needs the texts of the group `userBolts`.
 *
 * @param hasUsers - with a column of user IDs, for what was found by a wallet address.
 */
export function UserShareTable({
  shares,
  hasUsers = false,
  t,
  formats,
}: {
  shares: readonly UserShare[]
  hasUsers?: boolean
  t: ConsoleTexts
  formats: Formats
}) {
  if (shares.length === 0) return null
  const rows = shares.map(({ entry, ...conversion }): Listed<Row> =>
    'unreadable' in entry ? entry : { ...entry, ...conversion },
  )
  return (
    <DataTable
      caption={t('userBolts.caption')}
      columns={hasUsers ? [...columnsOf(rows, t, formats), userColumn(t)] : columnsOf(rows, t, formats)}
      rows={rows}
      rowKey={(_, index) => index}
    />
  )
}

function columnsOf(rows: readonly Listed<Row>[], t: ConsoleTexts, formats: Formats): Column<Row>[] {
  return [
    {
      header: t('userBolts.columns.convertedAt'),
      isRowHeader: true,
      cell: ({ conversionId, convertedAt, at }) => (
        <TextLink href={pageUrl(conversionPath(conversionId), {}, { at })}>
          <Time time={convertedAt} />
        </TextLink>
      ),
    },
    amountColumn(t('userBolts.columns.bolts'), rows, ({ bolts_earned }) => bolts_earned, formats),
    percentColumn(t('userBolts.columns.share'), rows, ({ share_percentage }) => share_percentage, formats),
    amountColumn(t('userBolts.columns.points'), rows, ({ subnet_points }) => subnet_points, formats),
    {
      header: t('userBolts.columns.wallet'),
      cell: ({ wallet_address }) => <Identifier value={wallet_address} what={t('userBolts.walletToCopy')} />,
    },
  ]
}

function userColumn(t: ConsoleTexts): Column<Row> {
  return {
    header: t('userBolts.columns.user'),
    cell: ({ user_id: id }) => <Identifier value={id} what={t('userBolts.userToCopy')} href={userPath(id)} />,
  }
}
