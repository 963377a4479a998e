import { connectColumns } from '@/components/console/shared/connect-columns'
import { Flag } from '@/components/console/shared/flag'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Identifier } from '@/components/console/shared/identifier'
import { TextLink } from '@/components/console/shared/text-link'
import type { ConnectRecord } from '@/lib/records'
import type { Connects } from '@/lib/console/connects/read'
import { pageUrl } from '@/lib/console/shared/page-url'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'

const path = '/console/connects'

function columnsFor(detail: 'minimal' | 'full'): Column<ConnectRecord>[] {
  const t = consoleTexts()
  const { count } = consoleFormats()
  const none = <span className="text-muted">{t('shared.none')}</span>
  const columns: Column<ConnectRecord>[] = [
    ...connectColumns(),
    {
      header: t('connects.list.request'),
      cell: ({ requestId }) => <Identifier value={requestId} what={t('connects.list.requestId')} />,
    },
    { header: t('connects.list.proven'), cell: ({ isProven = false }) => <Flag isSet={isProven} /> },
    { header: t('connects.list.status'), cell: ({ status }) => status ?? none, isNumber: true },
    {
      header: t('connects.list.duration'),
      cell: ({ durationMs }) =>
        durationMs === undefined ? none : t('connects.list.milliseconds', { count: durationMs }),
      isNumber: true,
    },
    { header: t('connects.list.calls'), cell: ({ attempts = 0 }) => count(attempts), isNumber: true },
  ]
  if (detail === 'minimal') return columns
  return [
    ...columns,
    {
      header: t('connects.list.user'),
      cell: ({ userId }) =>
        userId === undefined ? none : <Identifier value={userId} what={t('connects.list.userId')} />,
    },
    {
      header: t('connects.list.wallet'),
      cell: ({ walletAddress }) =>
        walletAddress === undefined ? (
          none
        ) : (
          <Identifier
            value={walletAddress}
            what={t('connects.list.walletAddress')}
            href={pageUrl('/console/resources', { address: walletAddress })}
          />
        ),
    },
  ]
}

/** The attempts, newest first, in pages. */
export function AttemptList({
  connects,
  isFirstPage,
  detail,
}: {
  connects: Connects
  isFirstPage: boolean
  detail: 'minimal' | 'full'
}) {
  const t = consoleTexts()
  const { attempts, unreadable, nextBefore } = connects
  return (
    <section aria-labelledby="attempts" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="attempts" className="font-semibold">
        {t('connects.list.title')}
      </h2>
      {attempts.length > 0 ? (
        <DataTable
          caption={t('connects.list.caption')}
          columns={columnsFor(detail)}
          rows={attempts}
          rowKey={({ id }) => id}
        />
      ) : (
        <EmptyState title={t('connects.list.none.title')}>
          <p>{t('connects.list.none.text')}</p>
        </EmptyState>
      )}
      {unreadable > 0 && <p className="text-warning">{t('connects.list.unreadable', { count: unreadable })}</p>}
      {(!isFirstPage || nextBefore !== undefined) && (
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          {!isFirstPage && <TextLink href={path}>{t('connects.list.newest')}</TextLink>}
          {nextBefore !== undefined && (
            <TextLink href={pageUrl(path, { before: nextBefore })}>{t('connects.list.older')}</TextLink>
          )}
        </p>
      )}
    </section>
  )
}
