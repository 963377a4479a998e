import { z } from 'zod'
import type { PageSearch } from './address'

/** How many rows a page of a table may have; the service gives 200 at most. */
export const pageSizes = [25, 50, 100, 200] as const

const defaultPageSize = 50

// Whatever somebody writes into the address bar, a page comes of it.
const pageQuery = z.object({
  page: z.coerce.number().int().min(1).catch(1),
  rows: z.coerce
    .number()
    .refine((rows) => pageSizes.some((size) => size === rows))
    .catch(defaultPageSize),
})

/** Which page of a table the query asks for (`?page=2&rows=50`), as the service's client takes it. */
export function readPageQuery(search: PageSearch): { page: number; limit: number } {
  const { page, rows } = pageQuery.parse({ page: search.page, rows: search.rows })
  return { page, limit: rows }
}
