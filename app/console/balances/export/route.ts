import { listExport } from '@/lib/console/export'
import { balances } from '@/app/console/balances/list'

/** Exports all balances, or those with a part of an ID or address (`?find=…`). */
export const GET = listExport(balances)
