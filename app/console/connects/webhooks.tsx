import type { Cells } from '@/components/console/cell'
import { ResultButton, ResultForm } from '@/components/console/result-form'
import { Table } from '@/components/console/table'
import { columnsOf, defineTable, pickColumns } from '@/lib/console/list'
import type { FailedDeliveries, FailedDelivery } from '@/lib/jobs'
import { consoleTexts } from '@/lib/skin/texts'
import { keptState } from '@/lib/store/kept-in-store'
import { sendAgainAction } from './actions'

interface Props {
  failed: FailedDeliveries | null
  mayResend: boolean
}

export function WebhookFailures({ failed, mayResend }: Props) {
  const t = consoleTexts()
  const { waiting, lost } = keptState('webhooks')
  if (!failed) return <p className="text-muted">{t('connects.webhooks.off')}</p>
  const { total, deliveries } = failed
  const list = (
    <>
      {waiting > 0 && <p className="text-warning">{t('connects.webhooks.waiting', { count: waiting })}</p>}
      {lost > 0 && <p className="text-danger">{t('connects.webhooks.lost', { count: lost })}</p>}
      <p>
        <span>{total === 0 ? t('connects.webhooks.fine') : t('connects.webhooks.failed', { count: total })}</span>{' '}
        {total > deliveries.length && <span>{t('connects.webhooks.shown', { count: deliveries.length })}</span>}
      </p>
      {total > 0 && (
        <Table
          table={mayResend ? failures : seenFailures}
          rows={deliveries}
          filter={{}}
          parts={{ cells: failureCells }}
          hasDetails={false}
        />
      )}
    </>
  )
  // One form for all rows, which stays when a row disappears, so that the page can show the result.
  return mayResend ? <ResultForm action={sendAgainAction}>{list}</ResultForm> : list
}

const { text, id, time, count } = columnsOf<FailedDelivery>()

export const failures = defineTable<FailedDelivery>({
  name: 'connects.webhooks',
  columns: {
    type: text({ isRowHeader: true }),
    requestId: id(),
    failedAt: time(),
    result: text(),
    attempts: count(),
    nextAt: time(),
    again: text({ value: ({ id }) => id, card: 'end' }),
  },
})

const seenFailures = pickColumns(failures, ['type', 'requestId', 'failedAt', 'result', 'attempts', 'nextAt'])

const failureCells: Cells<FailedDelivery, unknown> = {
  type: ({ type }) => consoleTexts()(`connects.webhooks.types.${type}`),
  result: ({ result }) => (result === 'timeout' ? consoleTexts()('connects.webhooks.timeout') : result),
  nextAt: ({ nextAt }) => (nextAt === null ? consoleTexts()('connects.webhooks.givenUp') : undefined),
  again({ id }) {
    const t = consoleTexts()
    const label = t('connects.webhooks.columns.again')
    return <ResultButton name="message" value={id} label={label} busyLabel={t('connects.webhooks.sending')} />
  },
}
