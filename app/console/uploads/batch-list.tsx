import type { Cells } from '@/components/console/cells'
import { Announcement } from '@/components/console/announcement'
import { Badge } from '@/components/console/badge'
import { TextLink } from '@/components/console/links'
import { sortedText, Table } from '@/components/console/table'
import { readSort } from '@/lib/console/query'
import { sortRows } from '@/lib/console/select'
import type { SearchParams } from '@/lib/console/page-url'
import { consoleTexts } from '@/lib/skin/texts'
import type { ListEntry } from '@/lib/store'
import { batchIdOf, type Batch } from './batches'
import { batchTable } from './list'
import { batchPath } from './protocol'

/**
 * The batches that this console has sent, so that a closed tab loses nothing.
 *
 * @param entries - null while the store is unavailable.
 */
export function BatchList({
  entries,
  searchParams,
}: {
  entries: readonly ListEntry<Batch>[] | null
  searchParams: SearchParams
}) {
  const t = consoleTexts()
  const sort = readSort(batchTable, searchParams)
  const titleId = 'batches'
  return (
    <section aria-labelledby={titleId} className="list">
      <h2 id={titleId} className="font-semibold">
        {t('uploads.batches.title')}
      </h2>
      {!entries || entries.length === 0 ? (
        <p>{t(entries === null ? 'uploads.batches.away' : 'uploads.batches.none')}</p>
      ) : (
        <>
          <Announcement text={sortedText(batchTable, sort) ?? ''} />
          <Table
            table={batchTable}
            caption={t('uploads.batches.title')}
            rows={sortRows(batchTable, entries, { sort, filter: {} })}
            filter={{}}
            order={{ sort, path: '/console/uploads', searchParams: {} }}
            parts={{ cells, isMarked: ({ entry: { result } }) => result === null || result.failed > 0 }}
            hasDetails={false}
          />
        </>
      )}
    </section>
  )
}

const cells: Cells<ListEntry<Batch>, unknown> = {
  batch_id: (kept) =>
    kept.entry.result ? undefined : (
      <TextLink href={batchPath(batchIdOf(kept))}>
        <Badge tone="warning">{consoleTexts()('uploads.batches.unclear')}</Badge>
      </TextLink>
    ),
  queued: ({ entry }) => (entry.result ? undefined : <></>),
  failed: ({ entry }) => (entry.result ? undefined : <></>),
}
