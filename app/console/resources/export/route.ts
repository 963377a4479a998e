import { listExport } from '@/lib/console/export'
import { resources } from '@/lib/console/resources'

/** Exports the resources of the account behind a wallet address (`?address=…`). */
export const GET = listExport(resources)
