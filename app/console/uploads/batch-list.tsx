import { Announcement } from '@/components/console/shared/announcement'
import { Badge } from '@/components/console/shared/badge'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { Identifier } from '@/components/console/shared/identifier'
import { sortLinks } from '@/components/console/shared/sort-links'
import { TextLink } from '@/components/console/shared/text-link'
import { RelativeTime } from '@/components/console/shared/time'
import type { Sort } from '@/lib/console/shared/sort'
import { batchIdOf, type Batch } from './batches'
import { batchPath } from './protocol'
import { batchSorting, batchSortValue, type BatchColumn } from './sort'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { serviceText } from '@/lib/service'
import type { ListEntry } from '@/lib/store'

const path = '/console/uploads'

function columnsOf(sort: Sort<BatchColumn>): Column<ListEntry<Batch>>[] {
  const t = consoleTexts()
  const { bytes, count } = consoleFormats()
  const sortBy = sortLinks(batchSorting, sort, { path, searchParams: {} })
  const columns: (Pick<Column<ListEntry<Batch>>, 'cell' | 'isNumber' | 'isRowHeader'> & { key: BatchColumn })[] = [
    {
      key: 'batch',
      isRowHeader: true,
      cell: (kept) =>
        kept.entry.result ? (
          <Identifier value={kept.entry.result.id} what={t('uploads.batches.columns.batch')} href={hrefOf(kept)} />
        ) : (
          <TextLink href={hrefOf(kept)}>
            <Badge tone="warning">{t('uploads.batches.unclear')}</Badge>
          </TextLink>
        ),
    },
    { key: 'sent', cell: ({ at }) => <RelativeTime time={at} /> },
    {
      key: 'file',
      cell: ({ entry }) => (
        <bdi className="block truncate @max-[46rem]:whitespace-normal">{serviceText(entry.fileName)}</bdi>
      ),
    },
    { key: 'size', isNumber: true, cell: ({ entry }) => bytes(entry.sizeBytes) },
    { key: 'queued', isNumber: true, cell: ({ entry: { result } }) => result && count(result.queued) },
    { key: 'failed', isNumber: true, cell: ({ entry: { result } }) => result && count(result.failed) },
    { key: 'by', cell: ({ entry }) => serviceText(entry.by) },
  ]
  return columns.map(({ key, ...column }) => ({
    ...column,
    header: t(`uploads.batches.columns.${key}`),
    sort: sortBy(key),
  }))
}

const hrefOf = (kept: ListEntry<Batch>) => batchPath(batchIdOf(kept))

/**
 * The batches that this console has sent, so that a closed tab loses nothing.
 *
 * @param entries - null while the store is unavailable.
 */
export function BatchList({ entries, sort }: { entries: readonly ListEntry<Batch>[] | null; sort: Sort<BatchColumn> }) {
  const t = consoleTexts()
  const titleId = 'batches'
  return (
    <section aria-labelledby={titleId} className="list">
      <h2 id={titleId} className="font-semibold">
        {t('uploads.batches.title')}
      </h2>
      {entries === null || entries.length === 0 ? (
        <p>{t(entries === null ? 'uploads.batches.away' : 'uploads.batches.none')}</p>
      ) : (
        <>
          <Announcement
            text={t('shared.sorted', {
              column: t(`uploads.batches.columns.${sort.key}`),
              direction: sort.direction,
            })}
          />
          <DataTable
            caption={t('uploads.batches.title')}
            columns={columnsOf(sort)}
            rows={batchSorting.sortRows(entries, sort, batchSortValue)}
            rowKey={({ id }) => id}
            isMarked={({ entry: { result } }) => result === null || result.failed > 0}
          />
        </>
      )}
    </section>
  )
}
