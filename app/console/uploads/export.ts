import 'server-only'
import { fieldColumns, type CsvColumn } from '@/lib/console/shared/csv'
import type { ExportPart } from '@/lib/console/shared/export-parts'
import { StoreUnavailableError } from '@/lib/store'
import { listBatches } from './batches'

/** A batch as a row of the file. */
export interface BatchRow {
  /** The time of the service's answer, in ISO 8601 and UTC. */
  sent_at: string
  file_name: string
  size_bytes: number
  sha256: string
  /** The name of the sender. */
  sent_by: string
  /** Null, as the next two fields, if it is unknown whether the service accepted the file. */
  batch_id: string | null
  /** The number of rows that the service accepted. */
  queued: number | null
  /** The number of rows that the service rejected. */
  failed: number | null
}

export const batchColumns: readonly CsvColumn<BatchRow>[] = fieldColumns([
  'sent_at',
  'file_name',
  'size_bytes',
  'sha256',
  'sent_by',
  'batch_id',
  'queued',
  'failed',
])

/**
 * Yields the kept batches, the newest first.
 *
 * @throws StoreUnavailableError while the store is unavailable.
 */
export async function* batchParts(): AsyncGenerator<ExportPart<BatchRow>, void, undefined> {
  const { entries } = await listBatches()
  if (!entries) throw new StoreUnavailableError('batches cannot be read')
  const rows = entries.map(({ at, entry: { fileName, sizeBytes, sha256, by, result } }) => ({
    sent_at: new Date(at).toISOString(),
    file_name: fileName,
    size_bytes: sizeBytes,
    sha256,
    sent_by: by,
    batch_id: result?.id ?? null,
    queued: result?.queued ?? null,
    failed: result?.failed ?? null,
  }))
  yield { kind: 'rows', rows }
}
