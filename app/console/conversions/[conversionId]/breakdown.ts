import 'server-only'
import { columnsOf, defineTable } from '@/lib/console/list'
import { readQuery } from '@/lib/console/query'
import { userPath, type SearchParams } from '@/lib/console/page-url'
import type { UserBreakdownEntry } from '@/lib/service'

const { id, amount, percent } = columnsOf<UserBreakdownEntry>()

/** The entries of a breakdown ("User breakdown entry"), the most bolts first. */
export const breakdown = {
  ...defineTable<UserBreakdownEntry>({
    name: 'conversions.breakdown',
    columns: {
      user_id: id({ isRowHeader: true, href: userPath }),
      wallet_address: id({ hasCopy: false }),
      subnet_points: amount(),
      share_percentage: percent(),
      bolts_earned: amount(),
    },
    sort: { key: 'bolts_earned', direction: 'descending' },
  }),
  find: { in: ['user_id', 'wallet_address'] },
}

/** Reads which entries to show from the query of the page (`?find=…&sort=user_id&page=2`). */
export const readBreakdownQuery = (searchParams: SearchParams) => readQuery(breakdown, searchParams)
export type BreakdownQuery = ReturnType<typeof readBreakdownQuery>
