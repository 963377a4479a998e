import { listExport } from '@/lib/console/export'
import { conversions } from '@/app/console/conversions/list'

export const GET = listExport(conversions)
