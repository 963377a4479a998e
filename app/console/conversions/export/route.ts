import { listExport } from '@/lib/console/export'
import { conversions } from '../list'

/** Exports all conversions within the chosen dates. */
export const GET = listExport(conversions)
