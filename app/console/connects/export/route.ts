import { connects } from '@/app/console/connects/list'
import { listExport } from '@/lib/console/export'

export const GET = (request: Request): Promise<Response> => listExport(connects())(request)
