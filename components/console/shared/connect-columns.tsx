import { pageUrl } from '@/lib/console/shared/page-url'
import type { ConnectRecord } from '@/lib/records'
import { consoleTexts } from '@/lib/skin/texts'
import { Outcome, reasonName } from './connect-outcome'
import type { Column } from './data-table'
import type { SortBy } from './sort-links'
import { TextLink } from './text-link'
import { RelativeTime, Time } from './time'

type SortKey = 'time' | 'outcome' | 'reason' | 'code'

/**
 * Returns the first columns of an attempt: the time, the outcome, and the code, which links to all steps.
 *
 * @param hasExactTimes - for steps that follow each other within seconds.
 * @param sortBy - the links of the headers, as `sortLinks` makes them.
 */
export function connectColumns({
  hasExactTimes = false,
  sortBy,
}: {
  hasExactTimes?: boolean
  sortBy?: SortBy<SortKey>
} = {}): Column<ConnectRecord>[] {
  const t = consoleTexts()
  const sort = (key: SortKey) => sortBy && { sort: sortBy(key) }
  return [
    {
      header: t('connects.list.time'),
      isRowHeader: true,
      cell: ({ at }) => (hasExactTimes ? <Time time={at} /> : <RelativeTime time={at} />),
      ...sort('time'),
    },
    { header: t('connects.list.outcome'), cell: (record) => <Outcome {...record} />, ...sort('outcome') },
    {
      header: t('connects.list.reason'),
      cell: ({ reason }) =>
        reason === null ? <span className="text-muted">{t('shared.none')}</span> : reasonName(reason),
      ...sort('reason'),
    },
    {
      header: t('connects.list.code'),
      cell: ({ code }) => (
        <span className="font-mono">
          <TextLink href={pageUrl('/console/connects', { find: code })}>{code}</TextLink>
        </span>
      ),
      ...sort('code'),
    },
  ]
}
