import { Badge } from '@/components/console/shared/badge'
import { Section } from '@/components/console/shared/console-page'
import { DataTable, type Column } from '@/components/console/shared/data-table'
import { Identifier } from '@/components/console/shared/identifier'
import type { Batch } from '@/lib/console/uploads/batches'
import { formatBytes, formatCount, formatTime } from '@/lib/format'
import { batchMessages } from '@/lib/messages/console-batches'
import { serviceText } from '@/lib/service-text'
import type { ListEntry } from '@/lib/store'

const { columns: headers, ...messages } = batchMessages

const columns: readonly Column<ListEntry<Batch>>[] = [
  {
    header: headers.time,
    isRowHeader: true,
    cell: ({ at }) => {
      const time = new Date(at)
      return (
        <time dateTime={time.toISOString()} className="whitespace-nowrap tabular-nums">
          {formatTime(time)}
        </time>
      )
    },
  },
  {
    header: headers.file,
    cell: ({ entry }) => <bdi className="inline-block min-w-36 wrap-anywhere">{serviceText(entry.fileName)}</bdi>,
  },
  { header: headers.size, isNumber: true, cell: ({ entry }) => formatBytes(entry.sizeBytes) },
  { header: headers.queued, isNumber: true, cell: ({ entry: { result } }) => countOf(result?.queued) },
  { header: headers.failed, isNumber: true, cell: ({ entry: { result } }) => countOf(result?.failed) },
  { header: headers.by, cell: ({ entry }) => serviceText(entry.by) },
  {
    header: headers.id,
    cell: ({ entry: { result } }) =>
      result ? <Identifier value={result.id} what={headers.id} /> : <Badge tone="warning">{messages.noAnswer}</Badge>,
  },
]

const countOf = (count: number | undefined) => (count === undefined ? messages.unknown : formatCount(count))

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
  return (
    <Section title={messages.title}>
      <p className="text-muted">
        {messages.what} {isShared ? messages.keptShared(maxBatches) : messages.keptInProcess(maxBatches)}{' '}
        {messages.twice(knownForDays)}
      </p>
      {entries === null || entries.length === 0 ? (
        <p>{entries === null ? messages.away : messages.none}</p>
      ) : (
        <DataTable caption={messages.caption} columns={columns} rows={entries} rowKey={({ id }) => id} />
      )}
    </Section>
  )
}
