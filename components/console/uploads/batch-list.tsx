import { Badge } from '@/components/console/shared/badge'
import { Section } from '@/components/console/shared/console-page'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { Identifier } from '@/components/console/shared/identifier'
import { Time } from '@/components/console/shared/time'
import type { Batch } from '@/lib/console/uploads/batches'
import { consoleFormats, consoleTexts } from '@/lib/skin/texts'
import { serviceText } from '@/lib/service/text'
import type { ListEntry } from '@/lib/store'

function columnsOf(): Column<ListEntry<Batch>>[] {
  const t = consoleTexts()
  const { bytes, count } = consoleFormats()
  return [
    {
      header: t('uploads.batches.columns.time'),
      isRowHeader: true,
      cell: ({ at }) => <Time time={new Date(at)} />,
    },
    {
      header: t('uploads.batches.columns.file'),
      cell: ({ entry }) => <bdi className="inline-block min-w-36 wrap-anywhere">{serviceText(entry.fileName)}</bdi>,
    },
    { header: t('uploads.batches.columns.size'), isNumber: true, cell: ({ entry }) => bytes(entry.sizeBytes) },
    {
      header: t('uploads.batches.columns.queued'),
      isNumber: true,
      cell: ({ entry: { result } }) => result && count(result.queued),
    },
    {
      header: t('uploads.batches.columns.failed'),
      isNumber: true,
      cell: ({ entry: { result } }) => result && count(result.failed),
    },
    { header: t('uploads.batches.columns.by'), cell: ({ entry }) => serviceText(entry.by) },
    {
      header: t('uploads.batches.columns.id'),
      cell: ({ entry: { result } }) =>
        result ? (
          <Identifier value={result.id} what={t('uploads.batches.columns.id')} />
        ) : (
          <Badge tone="warning">{t('uploads.batches.unclear')}</Badge>
        ),
    },
  ]
}

/**
 * The batches that were sent from this console, so that a closed tab loses nothing.
 *
 * @param entries - null while the store is away.
 * @param isShared - whether they outlive this process.
 */
export function BatchList({
  entries,
  isShared,
  maxBatches,
  knownForDays,
}: {
  entries: readonly ListEntry<Batch>[] | null
  isShared: boolean
  maxBatches: number
  knownForDays: number
}) {
  const t = consoleTexts()
  return (
    <Section title={t('uploads.batches.title')}>
      <p className="text-muted">
        {t('uploads.batches.what')}{' '}
        {t(isShared ? 'uploads.batches.keptShared' : 'uploads.batches.keptInProcess', { max: maxBatches })}{' '}
        {t('uploads.batches.twice', { days: knownForDays })}
      </p>
      {entries === null || entries.length === 0 ? (
        <p>{t(entries === null ? 'uploads.batches.away' : 'uploads.batches.none')}</p>
      ) : (
        <DataTable
          caption={t('uploads.batches.caption')}
          columns={columnsOf()}
          rows={entries}
          rowKey={({ id }) => id}
        />
      )}
    </Section>
  )
}
