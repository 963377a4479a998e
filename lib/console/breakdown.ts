import { z } from 'zod'
import type { UserBreakdownEntry } from '@/lib/service'
import type { PageSearch } from './address'

/** What a breakdown can be sorted by: each field of its entries, in the interface's order. */
export const breakdownKeys = [
  'wallet_address',
  'user_id',
  'subnet_points',
  'share_percentage',
  'bolts_earned',
] as const satisfies readonly (keyof UserBreakdownEntry)[]
export type BreakdownKey = (typeof breakdownKeys)[number]

export interface BreakdownSort {
  key: BreakdownKey
  direction: 'ascending' | 'descending'
}

const numbers: readonly BreakdownKey[] = ['subnet_points', 'share_percentage', 'bolts_earned']

const sortQuery = z.object({
  sort: z.enum(breakdownKeys).catch('bolts_earned'),
  order: z.enum(['ascending', 'descending']).optional().catch(undefined),
})

/** How the query sorts (`?sort=user_id&order=ascending`); the most bolts come first unless it says so. */
export function readSort(search: PageSearch): BreakdownSort {
  const { sort: key, order } = sortQuery.parse({ sort: search.sort, order: search.order })
  return { key, direction: order ?? firstDirection(key) }
}

/** What a press on a column's header sorts by: the other way round where it sorts by that already. */
export function nextSort(current: BreakdownSort, key: BreakdownKey): BreakdownSort {
  if (current.key !== key) return { key, direction: firstDirection(key) }
  return { key, direction: current.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** Sorts a copy. Entries that are equal in the key keep the order of the service, in both directions. */
export function sortBreakdown(
  entries: readonly UserBreakdownEntry[],
  { key, direction }: BreakdownSort,
): UserBreakdownEntry[] {
  const sign = direction === 'ascending' ? 1 : -1
  return entries.toSorted((a, b) => sign * compare(a[key], b[key]))
}

/** The largest number is what is looked for, and the first text. */
function firstDirection(key: BreakdownKey): BreakdownSort['direction'] {
  return numbers.includes(key) ? 'descending' : 'ascending'
}

// By code units, since identifiers and addresses are of no language.
function compare<Value extends string | number>(a: Value, b: Value): number {
  return a < b ? -1 : Number(a > b)
}
