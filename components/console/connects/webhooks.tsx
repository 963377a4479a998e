import { Section } from '@/components/console/shared/console-page'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { ResultButton, ResultForm, type ResultAction } from '@/components/console/shared/result-form'
import { Identifier } from '@/components/console/shared/identifier'
import { RelativeTime } from '@/components/console/shared/time'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import type { FailedDeliveries, FailedDelivery } from '@/lib/jobs'

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
  sendAgain: ResultAction | undefined
}) {
  const t = consoleTexts()
  const list = (
    <>
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
            columns={columnsFor(sendAgain !== undefined)}
            rows={failed.deliveries}
            rowKey={({ id }) => id}
          />
        </>
      )}
    </>
  )
  // One form for all rows, which stays when a row disappears, so that the page can show the result.
  return (
    <Section title={t('connects.webhooks.title')}>
      {sendAgain ? <ResultForm action={sendAgain}>{list}</ResultForm> : list}
    </Section>
  )
}

function columnsFor(hasButtons: boolean): Column<FailedDelivery>[] {
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
  if (!hasButtons) return columns
  return [
    ...columns,
    {
      header: t('connects.webhooks.again'),
      cell: ({ id }) => (
        <ResultButton
          name="message"
          value={id}
          label={t('connects.webhooks.again')}
          busyLabel={t('connects.webhooks.sending')}
        />
      ),
    },
  ]
}
