import { amountColumn, percentColumn } from '@/components/console/shared/amount-column'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { Identifier } from '@/components/console/shared/identifier'
import { ServiceProblem } from '@/components/console/shared/service-problem'
import { TextLink } from '@/components/console/shared/text-link'
import { conversionPath, pageUrl } from '@/lib/console/shared/page-url'
import type { ReadResult } from '@/lib/console/shared/service'
import type { Collected } from '@/lib/console/users/collect'
import type { UserShare } from '@/lib/console/shared/user-bolts'
import { formatTime } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { Listed, UserBreakdownEntry } from '@/lib/service'
import { Notes } from './notes'

type Row = UserBreakdownEntry & Pick<UserShare, 'conversionId' | 'convertedAt' | 'at'>

/** What the user got in each conversion, in the order of the list. */
export function UserBoltsTable({ userId, result }: { userId: string; result: ReadResult<Collected<UserShare>> }) {
  const t = consoleTexts()
  if (!result.ok) return <ServiceProblem t={t} problem={result.problem} />
  const { hits: shares, total, isWhole } = result.data
  const all = pageUrl('/console/conversions/by-user', { user: userId })
  const rows = shares.map(({ entry, ...conversion }) => ('unreadable' in entry ? entry : { ...entry, ...conversion }))
  return (
    <>
      <Notes extent={result.data} goOn={{ url: all, text: t('users.bolts.goOn') }} />
      {rows.length > 0 && (
        <>
          <DataTable
            caption={t('users.bolts.caption')}
            columns={columnsOf(rows)}
            rows={rows}
            rowKey={(_, index) => index}
          />
          <p>
            <TextLink href={all}>{t('users.bolts.chart')}</TextLink>
          </p>
        </>
      )}
      {rows.length === 0 && isWhole && <p className="text-muted">{t('users.bolts.none', { total })}</p>}
    </>
  )
}

function columnsOf(rows: readonly Listed<Row>[]): Column<Row>[] {
  const t = consoleTexts()
  const formats = consoleFormats()
  return [
    {
      header: t('users.bolts.convertedAt'),
      isRowHeader: true,
      cell: ({ conversionId, convertedAt, at }) => (
        <TextLink href={pageUrl(conversionPath(conversionId), { at: String(at) })}>
          <time dateTime={convertedAt} className="whitespace-nowrap">
            {formatTime(convertedAt)}
          </time>
        </TextLink>
      ),
    },
    amountColumn(t('users.bolts.bolts'), rows, ({ bolts_earned }) => bolts_earned, formats),
    percentColumn(t('users.bolts.share'), rows, ({ share_percentage }) => share_percentage, formats),
    amountColumn(t('users.bolts.points'), rows, ({ subnet_points }) => subnet_points, formats),
    {
      header: t('users.bolts.wallet'),
      cell: ({ wallet_address }) => <Identifier value={wallet_address} what={t('users.walletAddress')} />,
    },
  ]
}
