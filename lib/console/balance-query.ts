import { z } from 'zod'
import type { PageSearch } from './address'
import { balanceRows, longestSought } from './balance-bounds'

const balanceQuery = z.object({
  page: z.coerce.number().int().min(1).catch(1),
  rows: z.coerce.number().int().min(balanceRows.least).max(balanceRows.most).catch(balanceRows.otherwise),
})

/** Which page of the balances the query asks for (`?page=2&rows=30`): any size that the interface allows. */
export function readBalancePage(search: PageSearch): { page: number; limit: number } {
  const { page, rows } = balanceQuery.parse({ page: search.page, rows: search.rows })
  return { page, limit: rows }
}

const sought = z.string().trim().min(1).max(longestSought)

/** The wallet address or user id to be found (`?find=…`); null where there is none, or none that can be. */
export function readSought(value: PageSearch[string] | null): string | null {
  return sought.safeParse(value).data ?? null
}
