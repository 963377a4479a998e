import { connectColumns } from '@/components/console/shared/connect-columns'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { Identifier } from '@/components/console/shared/identifier'
import type { ConnectRecord } from '@/lib/records'
import type { UserConnects } from '@/lib/console/users/read'
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
    ...connectColumns(),
    {
      header: t('users.connects.wallet'),
      cell: ({ walletAddress }) =>
        walletAddress === undefined ? (
          <span className="text-muted">{t('shared.none')}</span>
        ) : (
          <Identifier value={walletAddress} what={t('users.walletAddress')} />
        ),
    },
  ]
}
