import { fileColumns } from '@/lib/console/csv'
import { exportResponse } from '@/lib/console/export'
import type { ExportPart } from '@/lib/console/parts'
import { StoreUnavailableError, type ListEntry } from '@/lib/store'
import { listBatches, type Batch } from '@/app/console/uploads/batches'
import { batchTable } from '@/app/console/uploads/list'

/** Exports the kept batches as a file, the newest first. */
export const GET = (request: Request): Promise<Response> =>
  exportResponse(request, { name: 'batches', columns: fileColumns(batchTable, {}), parts: allBatches })

async function* allBatches(): AsyncGenerator<ExportPart<ListEntry<Batch>>, void, undefined> {
  const { entries } = await listBatches()
  if (!entries) throw new StoreUnavailableError('batches cannot be read')
  yield { kind: 'rows', rows: entries }
}
