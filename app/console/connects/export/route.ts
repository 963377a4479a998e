import { connects } from '@/app/console/connects/list'
import { listExport } from '@/lib/console/export'

/** Exports the steps of all connects as a file, with the page's filter. */
export const GET = (request: Request): Promise<Response> => listExport(connects())(request)
