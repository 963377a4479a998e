import { fileColumns } from '@/lib/console/csv'
import { exportResponse } from '@/lib/console/export'
import { acts, allActs } from '@/app/console/audit/list'

/** Exports all audit entries as a file. */
export const GET = (request: Request): Promise<Response> =>
  exportResponse(request, { name: 'audit', columns: fileColumns(acts, {}), parts: allActs })
