import { sortingOf, type Sort, type SortValue } from '@/lib/console/shared/sort'
import type { ListEntry } from '@/lib/store'
import type { Batch } from './batches'

export const batchSorting = sortingOf({
  batch: 'text',
  sent: 'number',
  file: 'text',
  size: 'number',
  queued: 'number',
  failed: 'number',
  by: 'text',
})
export type BatchColumn = (typeof batchSorting.keys)[number]

/** The newest first. */
export const defaultBatchSort: Sort<BatchColumn> = { key: 'sent', direction: 'descending' }

/** Returns the value of a batch in a column. */
export function batchSortValue({ at, entry }: ListEntry<Batch>, column: BatchColumn): SortValue {
  switch (column) {
    case 'batch':
      return entry.result?.id ?? null
    case 'sent':
      return at
    case 'file':
      return entry.fileName
    case 'size':
      return entry.sizeBytes
    case 'queued':
      return entry.result?.queued ?? null
    case 'failed':
      return entry.result?.failed ?? null
    case 'by':
      return entry.by
  }
}
