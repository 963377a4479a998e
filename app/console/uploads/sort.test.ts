import { expect, it } from 'vitest'
import type { ListEntry } from '@/lib/store'
import type { Batch } from './batches'
import { batchSorting, batchSortValue, type BatchColumn } from './sort'

const batch = (name: string, at: number, fields: Partial<Batch>): ListEntry<Batch> => ({
  id: name,
  at,
  entry: { fileName: name, sizeBytes: at, sha256: '', by: 'Olga', result: null, ...fields },
})
const batches = [
  batch('c', 3, { result: { id: '2', queued: 5, failed: 0 } }),
  batch('a', 2, { by: 'Ada' }),
  batch('b', 1, { result: { id: '1', queued: 10, failed: 2 } }),
]

it('batchSorting sorts by each column in its first direction, with empty values last', () => {
  const orders: Record<BatchColumn, string> = {
    sent: 'cab',
    batch: 'bca',
    file: 'abc',
    size: 'cab',
    queued: 'bca',
    failed: 'bca',
    by: 'acb',
  }
  for (const [column, order] of Object.entries(orders)) {
    const sort = batchSorting.nextSort(null, column as BatchColumn)
    const sorted = batchSorting.sortRows(batches, sort, batchSortValue)
    expect(sorted.map((row) => 'id' in row && row.id).join(''), column).toBe(order)
  }
})
