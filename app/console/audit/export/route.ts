import { fileColumns } from '@/lib/console/csv'
import { exportResponse } from '@/lib/console/export'
import { actsFile, allActs } from '../list'

/** Exports all audit entries as a file. */
export const GET = (request: Request): Promise<Response> =>
  exportResponse(request, { name: 'audit', columns: fileColumns(actsFile, {}), parts: allActs })
