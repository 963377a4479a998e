import { listExport } from '@/lib/console/export'
import { resources } from '@/lib/console/resources'

export const GET = listExport(resources)
