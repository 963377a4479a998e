import { listExport } from '@/lib/console/export'
import { balances } from '@/app/console/balances/list'

export const GET = listExport(balances)
