import { auditColumns, auditParts } from '@/lib/console/audit/export'
import { exportResponse } from '@/lib/console/export'

/** Exports all audit entries as a file. */
export const GET = (request: Request): Promise<Response> =>
  exportResponse(request, { name: 'audit', columns: auditColumns, parts: auditParts })
