import { listExport } from '@/lib/console/export'
import { acts } from '@/app/console/audit/list'

/** Exports all audit entries as a file. */
export const GET = listExport(acts)
