import { Badge } from '@/components/console/badge'
import type { Cells } from '@/components/console/cell'
import { Backlog } from '@/components/console/kept'
import { ResultForm } from '@/components/console/result-form'
import { Table } from '@/components/console/table'
import { alertIcon, Icon, successIcon } from '@/components/ui/icon'
import { SubmitButton } from '@/components/ui/submit-button'
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
      <h2 className="flex flex-wrap items-center gap-2 font-semibold">
        <Icon path={total === 0 ? successIcon : alertIcon} className={total === 0 ? 'text-success' : 'text-warning'} />
        <span>{total === 0 ? t('connects.webhooks.fine') : t('connects.webhooks.failed', { count: total })}</span>
        <span className="text-sm font-normal text-muted">{t('connects.webhooks.title')}</span>
      </h2>
      {total > deliveries.length && <p>{t('connects.webhooks.shown', { count: deliveries.length })}</p>}
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
  const resend = { action: sendAgainAction, status: t('connects.webhooks.sending') }
  return mayResend ? <ResultForm {...resend}>{list}</ResultForm> : list
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
    again: text({ value: ({ id }) => id, card: 'end', hasHeader: false }),
  },
})

const seenFailures = pickColumns(failures, ['type', 'requestId', 'failedAt', 'result', 'attempts', 'nextAt'])

const failureCells: Cells<FailedDelivery, unknown> = {
  type: ({ type }) => consoleTexts()(`connects.webhooks.types.${type}`),
  result: ({ result }) => (
    <Badge tone="danger">
      {consoleTexts()(`connects.webhooks.${result === 'timeout' ? 'timeout' : 'answer'}`, { result })}
    </Badge>
  ),
  nextAt({ nextAt }) {
    if (nextAt === null) return consoleTexts()('connects.webhooks.givenUp')
    return nextAt < Date.now() + minuteInMs ? consoleTexts()('connects.webhooks.soon') : undefined
  },
  again({ id }) {
    // It adds little to the height of its row.
    const look = { look: 'secondary', className: 'min-h-9! py-1! @min-[46rem]:-my-1' } as const
    return (
      <SubmitButton name="message" value={id} label={consoleTexts()('connects.webhooks.columns.again')} {...look} />
    )
  },
}
