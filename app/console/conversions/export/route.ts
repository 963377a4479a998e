import { listExport } from '@/lib/console/export'
import { conversions } from '@/app/console/conversions/list'

/** Exports all conversions within the chosen dates. */
export const GET = listExport(conversions)
