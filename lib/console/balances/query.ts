import 'server-only'
import { z } from 'zod'
import { pageSize } from '@/lib/console/shared/page-size'
import type { SearchParams } from '@/lib/console/shared/page-url'

const balanceQuery = z.object({
  page: z.coerce.number().int().min(1).catch(1),
  rows: z.coerce.number().int().min(pageSize.min).max(pageSize.max).catch(pageSize.default),
})

/** The page number and page size in the query (`?page=2&rows=30`). Any size within the interface's limits is valid. */
export function readBalancePage(searchParams: SearchParams): { page: number; limit: number } {
  const { page, rows } = balanceQuery.parse({ page: searchParams.page, rows: searchParams.rows })
  return { page, limit: rows }
}
