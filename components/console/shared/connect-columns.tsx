import type { ConnectRecord } from '@/lib/records'
import { pageUrl } from '@/lib/console/shared/page-url'
import { consoleTexts } from '@/lib/skin/texts'
import { Outcome, reasonName } from './connect-outcome'
import type { Column } from './data-table'
import { TextLink } from './text-link'
import { Time } from './time'

/** The first columns of an attempt to connect: when, what came of it, and its code, which leads to all of it. */
export function connectColumns(): Column<ConnectRecord>[] {
  const t = consoleTexts()
  return [
    { header: t('connects.list.time'), isRowHeader: true, cell: ({ at }) => <Time time={new Date(at)} /> },
    { header: t('connects.list.outcome'), cell: (record) => <Outcome {...record} /> },
    {
      header: t('connects.list.reason'),
      cell: ({ reason }) =>
        reason === null ? (
          <span className="text-muted">{t('shared.none')}</span>
        ) : (
          <span className="inline-block min-w-36">{reasonName(reason)}</span>
        ),
    },
    {
      header: t('connects.list.code'),
      cell: ({ code }) => (
        <span className="font-mono">
          <TextLink href={pageUrl('/console/connects', { find: code })}>{code}</TextLink>
        </span>
      ),
    },
  ]
}
