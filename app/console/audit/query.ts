import 'server-only'
import { z } from 'zod'
import type { SearchParams } from '@/lib/console/page-url'

const query = z.object({
  before: z
    .string()
    .regex(/^\d{1,16}-\d{1,10}$/)
    .optional()
    .catch(undefined),
})

/** Reads the query of the page. `before` is the last entry of the previous page; undefined if missing or invalid. */
export function readAuditQuery(searchParams: SearchParams): { before: string | undefined } {
  return { before: query.parse(searchParams).before }
}
