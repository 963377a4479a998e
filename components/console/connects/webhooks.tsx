import { DataTable, type Column } from '@/components/console/shared/data-table'
import { Identifier } from '@/components/console/shared/identifier'
import { Alert } from '@/components/ui/alert'
import { SubmitButton } from '@/components/ui/submit-button'
import { formatCount, formatTime } from '@/lib/format'
import { consoleMessages } from '@/lib/messages/console'
import { connectsMessages } from '@/lib/messages/console-connects'
import type { FailedDelivery } from '@/lib/webhooks'

const messages = connectsMessages.webhooks
const requestIdName = connectsMessages.list.requestId
const maxShown = 100

type SendAgain = (form: FormData) => Promise<void>

interface WebhookFailuresProps {
  /** Null where no receiver is configured. */
  failed: readonly FailedDelivery[] | null
  backlog: { waiting: number; lost: number }
  /** What came of a press of "Send again". */
  sent: 'again' | 'gone' | undefined
  sendAgain: SendAgain
}

/** Messages to the operator's own systems that have not arrived, each with a button that sends it again. */
export function WebhookFailures({ failed, backlog, sent, sendAgain }: WebhookFailuresProps) {
  if (!failed) return <p className="text-muted">{messages.off}</p>
  return (
    <>
      {sent !== undefined && <Alert tone="success" title={sent === 'again' ? messages.sent : messages.gone} />}
      {backlog.waiting > 0 && <p className="text-warning">{messages.waiting(backlog.waiting)}</p>}
      {backlog.lost > 0 && <p className="text-danger">{messages.lost(backlog.lost)}</p>}
      {failed.length === 0 ? (
        <p>{messages.fine}</p>
      ) : (
        <>
          <p>
            {messages.failed(failed.length)} {failed.length > maxShown && messages.shown(maxShown)}
          </p>
          <DataTable
            caption={messages.caption}
            columns={columnsFor(sendAgain)}
            rows={failed.slice(0, maxShown)}
            rowKey={({ id }) => id}
          />
        </>
      )}
    </>
  )
}

function columnsFor(sendAgain: SendAgain): Column<FailedDelivery>[] {
  return [
    { header: messages.type, cell: ({ type }) => messages.types[type], isRowHeader: true },
    {
      header: connectsMessages.list.request,
      cell: ({ requestId }) =>
        requestId === null ? consoleMessages.none : <Identifier value={requestId} what={requestIdName} />,
    },
    {
      header: messages.lastAttempt,
      cell: ({ failedAt }) => <span className="whitespace-nowrap">{formatTime(new Date(failedAt))}</span>,
    },
    { header: messages.result, cell: ({ result }) => messages.results[result] ?? result },
    { header: messages.attempts, cell: ({ attempts }) => formatCount(attempts), isNumber: true },
    {
      header: messages.next,
      cell: ({ nextAt }) => (
        <span className="whitespace-nowrap">{nextAt === null ? messages.givenUp : formatTime(new Date(nextAt))}</span>
      ),
    },
    {
      header: messages.again,
      cell: ({ id }) => (
        <form action={sendAgain}>
          <input type="hidden" name="message" value={id} />
          <SubmitButton look="quiet" label={messages.again} busyLabel={messages.sending} />
        </form>
      ),
    },
  ]
}
