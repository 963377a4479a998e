import 'server-only'
import { z } from 'zod'
import { pageSize } from './page-size'
import type { SearchParams } from './page-url'

/** The page sizes that people can choose from. */
export const pageSizes = [25, pageSize.default, 100, pageSize.max] as const

// An invalid parameter falls back to its default, so that every URL shows a page.
const pageQuery = z.object({
  page: z.coerce.number().int().min(1).catch(1),
  rows: z.coerce
    .number()
    .refine((rows) => pageSizes.some((size) => size === rows))
    .catch(pageSize.default),
})

/** The page number and page size in the query (`?page=2&rows=50`), named as in the service's client. */
export function readPageQuery(searchParams: SearchParams): { page: number; limit: number } {
  const { page, rows } = pageQuery.parse({ page: searchParams.page, rows: searchParams.rows })
  return { page, limit: rows }
}
