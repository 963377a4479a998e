import { DataTable, type Column } from '@/components/console/shared/data-table'
import { Identifier } from '@/components/console/shared/identifier'
import { Alert } from '@/components/ui/alert'
import { SubmitButton } from '@/components/ui/submit-button'
import { formatTime } from '@/lib/format'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { FailedDeliveries, FailedDelivery } from '@/lib/jobs'

type SendAgain = (form: FormData) => Promise<void>

interface WebhookFailuresProps {
  /** Null where no receiver is configured. */
  failed: FailedDeliveries | null
  backlog: { waiting: number; lost: number }
  /** What came of a press of "Send again". */
  sent: 'again' | 'gone' | undefined
  sendAgain: SendAgain
}

/** Messages to the operator's own systems that have not arrived, each with a button that sends it again. */
export function WebhookFailures({ failed, backlog, sent, sendAgain }: WebhookFailuresProps) {
  const t = consoleTexts()
  if (!failed) return <p className="text-muted">{t('connects.webhooks.off')}</p>
  return (
    <>
      {sent !== undefined && (
        <Alert tone="success" title={sent === 'again' ? t('connects.webhooks.sent') : t('connects.webhooks.gone')} />
      )}
      {backlog.waiting > 0 && (
        <p className="text-warning">{t('connects.webhooks.waiting', { count: backlog.waiting })}</p>
      )}
      {backlog.lost > 0 && <p className="text-danger">{t('connects.webhooks.lost', { count: backlog.lost })}</p>}
      {failed.total === 0 ? (
        <p>{t('connects.webhooks.fine')}</p>
      ) : (
        <>
          <p>
            {t('connects.webhooks.failed', { count: failed.total })}{' '}
            {failed.total > failed.deliveries.length &&
              t('connects.webhooks.shown', { count: failed.deliveries.length })}
          </p>
          <DataTable
            caption={t('connects.webhooks.caption')}
            columns={columnsFor(sendAgain)}
            rows={failed.deliveries}
            rowKey={({ id }) => id}
          />
        </>
      )}
    </>
  )
}

function columnsFor(sendAgain: SendAgain): Column<FailedDelivery>[] {
  const t = consoleTexts()
  const { count } = consoleFormats()
  return [
    {
      header: t('connects.webhooks.type'),
      cell: ({ type }) => t(`connects.webhooks.types.${type}`),
      isRowHeader: true,
    },
    {
      header: t('connects.list.request'),
      cell: ({ requestId }) =>
        requestId === null ? t('shared.none') : <Identifier value={requestId} what={t('connects.list.requestId')} />,
    },
    {
      header: t('connects.webhooks.lastAttempt'),
      cell: ({ failedAt }) => <span className="whitespace-nowrap">{formatTime(new Date(failedAt))}</span>,
    },
    {
      header: t('connects.webhooks.result'),
      cell: ({ result }) => (result === 'timeout' ? t('connects.webhooks.timeout') : result),
    },
    { header: t('connects.webhooks.attempts'), cell: ({ attempts }) => count(attempts), isNumber: true },
    {
      header: t('connects.webhooks.next'),
      cell: ({ nextAt }) => (
        <span className="whitespace-nowrap">
          {nextAt === null ? t('connects.webhooks.givenUp') : formatTime(new Date(nextAt))}
        </span>
      ),
    },
    {
      header: t('connects.webhooks.again'),
      cell: ({ id }) => (
        <form action={sendAgain}>
          <input type="hidden" name="message" value={id} />
          <SubmitButton look="quiet" label={t('connects.webhooks.again')} busyLabel={t('connects.webhooks.sending')} />
        </form>
      ),
    },
  ]
}
