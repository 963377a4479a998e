import { Flag } from '@/components/console/shared/flag'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { EmptyState } from '@/components/console/shared/empty-state'
import { Identifier } from '@/components/console/shared/identifier'
import { TextLink } from '@/components/console/shared/text-link'
import type { ConnectRecord } from '@/lib/connect-records'
import type { Connects } from '@/lib/console/connects/read'
import { pageUrl } from '@/lib/console/shared/page-url'
import { formatCount, formatTime } from '@/lib/format'
import { consoleMessages } from '@/lib/messages/console'
import { connectsMessages } from '@/lib/messages/console-connects'
import { Outcome, reasonName } from './outcome'

const path = '/console/connects'
const texts = connectsMessages.list

const none = <span className="text-muted">{consoleMessages.none}</span>

const columns: readonly Column<ConnectRecord>[] = [
  {
    header: texts.time,
    cell: ({ at }) => <span className="whitespace-nowrap">{formatTime(new Date(at))}</span>,
    isRowHeader: true,
  },
  { header: texts.outcome, cell: ({ outcome }) => <Outcome outcome={outcome} /> },
  {
    header: texts.reason,
    cell: ({ reason }) =>
      reason === null ? none : <span className="inline-block min-w-36">{reasonName(reason)}</span>,
  },
  {
    header: texts.code,
    cell: ({ code }) => (
      <span className="font-mono">
        <TextLink href={pageUrl(path, { find: code })}>{code}</TextLink>
      </span>
    ),
  },
  { header: texts.request, cell: ({ requestId }) => <Identifier value={requestId} what={texts.requestId} /> },
  { header: texts.proven, cell: ({ isProven }) => <Flag isSet={isProven} /> },
  { header: texts.status, cell: ({ status }) => status ?? none, isNumber: true },
  { header: texts.duration, cell: ({ durationMs }) => texts.milliseconds(durationMs), isNumber: true },
  { header: texts.calls, cell: ({ attempts }) => formatCount(attempts), isNumber: true },
]

const personColumns: readonly Column<ConnectRecord>[] = [
  {
    header: texts.user,
    cell: ({ userId }) => (userId === undefined ? none : <Identifier value={userId} what={texts.userId} />),
  },
  {
    header: texts.wallet,
    cell: ({ walletAddress }) =>
      walletAddress === undefined ? none : <Identifier value={walletAddress} what={texts.walletAddress} />,
  },
]

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
  const { attempts, unreadable, nextBefore } = connects
  return (
    <section aria-labelledby="attempts" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 id="attempts" className="text-lg font-semibold">
        {texts.title}
      </h2>
      {attempts.length > 0 ? (
        <DataTable
          caption={texts.caption}
          columns={detail === 'full' ? [...columns, ...personColumns] : columns}
          rows={attempts}
          rowKey={({ id }) => id}
        />
      ) : (
        <EmptyState title={texts.none.title}>
          <p>{texts.none.text}</p>
        </EmptyState>
      )}
      {unreadable > 0 && <p className="text-warning">{texts.unreadable(unreadable)}</p>}
      {(!isFirstPage || nextBefore !== undefined) && (
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          {!isFirstPage && <TextLink href={path}>{texts.newest}</TextLink>}
          {nextBefore !== undefined && <TextLink href={pageUrl(path, { before: nextBefore })}>{texts.older}</TextLink>}
        </p>
      )}
    </section>
  )
}
