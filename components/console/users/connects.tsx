import { Outcome, reasonName } from '@/components/console/shared/connect-outcome'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { Identifier } from '@/components/console/shared/identifier'
import { TextLink } from '@/components/console/shared/text-link'
import type { ConnectRecord } from '@/lib/records'
import { pageUrl } from '@/lib/console/shared/page-url'
import type { UserConnects } from '@/lib/console/users/read'
import { formatTime } from '@/lib/format'
import { consoleTexts } from '@/lib/skin/texts'

/** The attempts to connect a wallet of the user. */
export function UserConnectsTable({ connects }: { connects: UserConnects }) {
  const t = consoleTexts()
  switch (connects.kind) {
    case 'not_kept':
      return <p className="text-muted">{t('users.connects.notKept')}</p>
    case 'away':
      return <p className="text-warning">{t('users.connects.away')}</p>
    case 'read':
      if (connects.attempts.length === 0) return <p className="text-muted">{t('users.connects.none')}</p>
      return (
        <DataTable
          caption={t('users.connects.caption')}
          columns={columns()}
          rows={connects.attempts}
          rowKey={({ id }) => id}
        />
      )
  }
}

function columns(): Column<ConnectRecord>[] {
  const t = consoleTexts()
  return [
    {
      header: t('users.connects.time'),
      isRowHeader: true,
      cell: ({ at }) => <span className="whitespace-nowrap">{formatTime(new Date(at))}</span>,
    },
    { header: t('users.connects.outcome'), cell: ({ outcome }) => <Outcome outcome={outcome} /> },
    { header: t('users.connects.reason'), cell: ({ reason }) => (reason === null ? null : reasonName(reason)) },
    {
      header: t('users.connects.code'),
      cell: ({ code }) => (
        <span className="font-mono">
          <TextLink href={pageUrl('/console/connects', { find: code })}>{code}</TextLink>
        </span>
      ),
    },
    {
      header: t('users.connects.wallet'),
      cell: ({ walletAddress = '' }) => <Identifier value={walletAddress} what={t('users.walletAddress')} />,
    },
  ]
}
