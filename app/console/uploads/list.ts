import { columnsOf, defineList } from '@/lib/console/list'
import type { ListEntry } from '@/lib/store'
import { batchIdOf, listBatches, type Batch } from '@/lib/console/batches'
import { oneUrl } from '@/lib/console/page-url'
import { succeeded } from '@/lib/service'

const { id, time, text, bytes, count } = columnsOf<ListEntry<Batch>>()

/** The batches that this console has sent. Without an answer of the service, a batch has no ID and no numbers. */
export const batches = defineList<ListEntry<Batch>>({
  name: 'uploads',
  path: '/console/uploads',
  fileName: () => 'batches',
  source: { kind: 'whole', read: async () => succeeded({ rows: await listBatches() }) },
  columns: {
    batch_id: id({
      isRowHeader: true,
      value: ({ entry }) => entry.result?.id,
      href: (_, kept) => oneUrl('uploads', batchIdOf(kept)),
    }),
    sent_at: time({ value: ({ at }) => at }),
    file_name: text({ value: ({ entry }) => entry.fileName }),
    size_bytes: bytes({ value: ({ entry }) => entry.sizeBytes }),
    queued: count({ value: ({ entry }) => entry.result?.queued, card: 'end' }),
    failed: count({ value: ({ entry }) => entry.result?.failed }),
    sent_by: text({ value: ({ entry }) => entry.by }),
    sha256: text({ value: ({ entry }) => entry.sha256, isInFileOnly: true }),
  },
  sort: { key: 'sent_at', direction: 'descending' },
  sizes: null,
  file: ['sent_at', 'file_name', 'size_bytes', 'sha256', 'sent_by', 'batch_id', 'queued', 'failed'],
})
