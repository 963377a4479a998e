import type { Cells } from '@/components/console/cell'
import { Backlog } from '@/components/console/kept'
import { ResultButton, ResultForm } from '@/components/console/result-form'
import { Table } from '@/components/console/table'
import { columnsOf, defineTable, pickColumns } from '@/lib/console/list'
import type { FailedDeliveries, FailedDelivery } from '@/lib/jobs'
import { consoleTexts } from '@/lib/skin/texts'
import { sendAgainAction } from './actions'

export function WebhookFailures({ failed, mayResend }: { failed: FailedDeliveries | null; mayResend: boolean }) {
  const t = consoleTexts()
  if (!failed) return <p className="text-muted">{t('connects.webhooks.off')}</p>
  const { total, deliveries } = failed
  const list = (
    <>
      <Backlog kind="webhooks" />
      <p>
        <span>{total === 0 ? t('connects.webhooks.fine') : t('connects.webhooks.failed', { count: total })}</span>{' '}
        {total > deliveries.length && <span>{t('connects.webhooks.shown', { count: deliveries.length })}</span>}
      </p>
      {total > 0 && (
        <Table
          table={mayResend ? failures : seenFailures}
          rows={deliveries}
          filter={{}}
          parts={{ cells: failureCells, hasDetails: false }}
        />
      )}
    </>
  )
  // One form for all rows. It stays when a row disappears, so that the page can show the result.
  return mayResend ? <ResultForm action={sendAgainAction}>{list}</ResultForm> : list
}

const minuteInMs = 60_000

const { text, id, time, count } = columnsOf<FailedDelivery>()

export const failures = defineTable<FailedDelivery>({
  name: 'connects.webhooks',
  columns: {
    type: text({ isRowHeader: true }),
    requestId: id(),
    failedAt: time({ card: 'open' }),
    result: text(),
    attempts: count(),
    nextAt: time({ card: 'open' }),
    again: text({ value: ({ id }) => id, card: 'end' }),
  },
})

const seenFailures = pickColumns(failures, ['type', 'requestId', 'failedAt', 'result', 'attempts', 'nextAt'])

const failureCells: Cells<FailedDelivery, unknown> = {
  type: ({ type }) => consoleTexts()(`connects.webhooks.types.${type}`),
  result: ({ result }) =>
    result === 'timeout'
      ? consoleTexts()('connects.webhooks.timeout')
      : consoleTexts()('connects.webhooks.answer', { result }),
  nextAt({ nextAt }) {
    if (nextAt === null) return consoleTexts()('connects.webhooks.givenUp')
    return nextAt < Date.now() + minuteInMs ? consoleTexts()('connects.webhooks.soon') : undefined
  },
  again({ id }) {
    const t = consoleTexts()
    const label = t('connects.webhooks.columns.again')
    return <ResultButton name="message" value={id} label={label} busyLabel={t('connects.webhooks.sending')} />
  },
}
