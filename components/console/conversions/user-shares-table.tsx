import { amountColumn, percentColumn } from '@/components/console/shared/amount-column'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { Identifier } from '@/components/console/shared/identifier'
import { TextLink } from '@/components/console/shared/text-link'
import { useFormats } from '@/components/console/shared/use-formats'
import { useConsoleTexts } from '@/components/texts'
import type { UserShare } from '@/lib/console/shared/user-bolts'
import { conversionPath, pageUrl, userPath } from '@/lib/console/shared/page-url'
import { formatTime, type Formats } from '@/lib/format'
import type { ConsoleTexts } from '@/lib/messages/keys'
import type { Listed, UserBreakdownEntry } from '@/lib/service'

type Row = UserBreakdownEntry & Pick<UserShare, 'conversionId' | 'convertedAt' | 'at'>

/** What a user got in each conversion, in the order of the list. */
export function UserSharesTable({ shares }: { shares: readonly UserShare[] }) {
  const t = useConsoleTexts()
  const formats = useFormats()
  if (shares.length === 0) return null
  const rows = shares.map(({ entry, ...conversion }): Listed<Row> =>
    'unreadable' in entry ? entry : { ...entry, ...conversion },
  )
  return (
    <DataTable
      caption={t('userBolts.caption')}
      columns={columnsOf(rows, t, formats)}
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
          <time dateTime={convertedAt} className="whitespace-nowrap tabular-nums">
            {formatTime(convertedAt)}
          </time>
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
    {
      header: t('userBolts.columns.user'),
      cell: ({ user_id: id }) => <Identifier value={id} what={t('userBolts.userToCopy')} href={userPath(id)} />,
    },
  ]
}
