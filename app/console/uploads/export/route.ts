import { batches } from '@/app/console/uploads/list'
import { listExport } from '@/lib/console/export'

/** Exports the kept batches as a file, the newest first. */
export const GET = listExport(batches)
