import { exportResponse } from '@/lib/console/export'
import { batchColumns, batchParts } from '@/lib/console/uploads/export'

/** Exports the stored batches as a file. */
export const GET = (request: Request): Promise<Response> =>
  exportResponse(request, { name: 'batches', columns: batchColumns, parts: batchParts })
