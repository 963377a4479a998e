import 'server-only'
import { z } from 'zod'
import type { SearchParams } from './page-url'

/** The number of rows that a page may have ("Limits"), and its default. */
export const pageSize = { min: 1, max: 200, default: 50 } as const

/** The page sizes to choose from. */
export const pageSizes = [25, pageSize.default, 100, pageSize.max] as const

const pageNumber = z.coerce.number().int().min(1).catch(1)
const size = z.coerce.number().int().min(pageSize.min).max(pageSize.max)

/**
 * Reads the page number and page size from the query (`?page=2&rows=30`). The result has the names of the
 * service's client. An invalid value falls back to the default, so that every URL shows a page.
 */
export function readPageQuery(
  { page, rows }: SearchParams,
  defaultSize: number = pageSize.default,
): { page: number; limit: number } {
  return { page: pageNumber.parse(page), limit: size.catch(defaultSize).parse(rows) }
}
