import { Section } from '@/components/console/shared/console-page'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { Identifier } from '@/components/console/shared/identifier'
import { RelativeTime } from '@/components/console/shared/time'
import { Alert } from '@/components/ui/alert'
import { SubmitButton } from '@/components/ui/submit-button'
import type { ConnectsQuery } from '@/lib/console/connects/query'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { FailedDeliveries, FailedDelivery } from '@/lib/jobs'

type SendAgain = (form: FormData) => Promise<void>

/** The result of pressing "Send again". */
export function SentAgain({ sent }: Pick<ConnectsQuery, 'sent'>) {
  const t = consoleTexts()
  if (sent === undefined) return null
  return <Alert tone="success" title={sent === 'again' ? t('connects.webhooks.sent') : t('connects.webhooks.gone')} />
}

/**
 * Undelivered messages to the operator's systems.
 *
 * @param failed - null if the operator has configured no receiver.
 * @param sendAgain - the action of a button for each message. Undefined for viewers.
 */
export function WebhookFailures({
  failed,
  backlog,
  sendAgain,
}: {
  failed: FailedDeliveries | null
  backlog: { waiting: number; lost: number }
  sendAgain: SendAgain | undefined
}) {
  const t = consoleTexts()
  return (
    <Section title={t('connects.webhooks.title')}>
      {!failed && <p className="text-muted">{t('connects.webhooks.off')}</p>}
      {failed && backlog.waiting > 0 && (
        <p className="text-warning">{t('connects.webhooks.waiting', { count: backlog.waiting })}</p>
      )}
      {failed && backlog.lost > 0 && (
        <p className="text-danger">{t('connects.webhooks.lost', { count: backlog.lost })}</p>
      )}
      {failed?.total === 0 && <p>{t('connects.webhooks.fine')}</p>}
      {failed && failed.total > 0 && (
        <>
          <p>
            <span>{t('connects.webhooks.failed', { count: failed.total })}</span>{' '}
            {failed.total > failed.deliveries.length && (
              <span>{t('connects.webhooks.shown', { count: failed.deliveries.length })}</span>
            )}
          </p>
          <DataTable
            caption={t('connects.webhooks.caption')}
            columns={columnsFor(sendAgain)}
            rows={failed.deliveries}
            rowKey={({ id }) => id}
          />
        </>
      )}
    </Section>
  )
}

function columnsFor(sendAgain: SendAgain | undefined): Column<FailedDelivery>[] {
  const t = consoleTexts()
  const { count } = consoleFormats()
  const columns: Column<FailedDelivery>[] = [
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
      cell: ({ failedAt }) => <RelativeTime time={failedAt} />,
    },
    {
      header: t('connects.webhooks.result'),
      cell: ({ result }) => (result === 'timeout' ? t('connects.webhooks.timeout') : result),
    },
    { header: t('connects.webhooks.attempts'), cell: ({ attempts }) => count(attempts), isNumber: true },
    {
      header: t('connects.webhooks.next'),
      cell: ({ nextAt }) => (nextAt === null ? t('connects.webhooks.givenUp') : <RelativeTime time={nextAt} />),
    },
  ]
  if (!sendAgain) return columns
  return [
    ...columns,
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
