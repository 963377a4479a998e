import 'server-only'
import { z } from 'zod'
import type { SearchParams } from '@/lib/console/shared/page-url'
import { readSearchText } from '@/lib/console/shared/search-text'
import type { UserBreakdownEntry } from '@/lib/service'

/** The fields of an entry, in the interface's order. A breakdown can be sorted by each of them. */
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

/** The fields that are amounts. The others are text. */
const amountKeys = ['subnet_points', 'share_percentage', 'bolts_earned'] as const satisfies BreakdownKey[]

/** Whether the field is an amount. */
export function isAmountKey(key: BreakdownKey): key is (typeof amountKeys)[number] {
  return amountKeys.some((each) => each === key)
}

const sortQuery = z.object({
  sort: z.enum(breakdownKeys).catch('bolts_earned'),
  order: z.enum(['ascending', 'descending']).optional().catch(undefined),
})

/** The sort order in the query (`?sort=user_id&order=ascending`). By default the most bolts come first. */
export function readSort(searchParams: SearchParams): BreakdownSort {
  const { sort: key, order } = sortQuery.parse({ sort: searchParams.sort, order: searchParams.order })
  return { key, direction: order ?? firstDirection(key) }
}

/** The text in the query (`?find=…`) that the rows of a breakdown must contain; empty for all rows. */
export function readBreakdownSearch(searchParams: SearchParams): string {
  return readSearchText(searchParams.find) ?? ''
}

/** The sort order after a click on a column's header. A second click reverses the direction. */
export function nextSort(current: BreakdownSort, key: BreakdownKey): BreakdownSort {
  if (current.key !== key) return { key, direction: firstDirection(key) }
  return { key, direction: current.direction === 'ascending' ? 'descending' : 'ascending' }
}

/** Numbers start with the largest, texts with the first. */
function firstDirection(key: BreakdownKey): BreakdownSort['direction'] {
  return isAmountKey(key) ? 'descending' : 'ascending'
}
