import { listExport } from '@/lib/console/export'
import { acts } from '@/app/console/audit/list'

export const GET = listExport(acts)
