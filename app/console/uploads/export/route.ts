import { batches } from '@/app/console/uploads/list'
import { listExport } from '@/lib/console/export'

export const GET = listExport(batches)
