import { expect, it, vi } from 'vitest'
import { cellsOf, htmlOf, textOf } from '@/components/console/shared/test-support'
import type { Collected, UserBalance } from '@/lib/console/users/collect'
import { UserBalanceTable } from './balance'

vi.mock(import('@/lib/skin'), async (original) => {
  const { brand } = await original()
  const named = { name: 'Site', service: 'Rewards', operator: 'Ada', consoleLocale: 'en' }
  return { brand: () => named as ReturnType<typeof brand> }
})

const amount = '1' as UserBalance['bolts']
const amounts = { current_period_points: amount, all_time_points: amount, bolts: amount }
const hits = [1, 2].map((position) => ({ wallet_address: `w${position}`, user_id: 'u', ...amounts, position }))

function htmlFor(found: Partial<Collected<UserBalance>>): string {
  const data = { hits, searched: 40, total: 40, isWhole: true, hasChanged: false, ...found }
  return htmlOf(<UserBalanceTable userId="u" result={{ ok: true, data }} />)
}

it('UserBalanceTable shows every balance of a user without a note when all balances were read', () => {
  expect(cellsOf(htmlFor({})).map(([wallet]) => wallet)).toEqual(['w1', 'w2'])
  expect(textOf(htmlFor({}))).not.toContain('Stopped')
})

it('UserBalanceTable says that there may be more of the user when not all balances were read', () => {
  const text = textOf(htmlFor({ searched: 20, isWhole: false }))
  expect(text).toContain('Stopped after 20 of 40. The rest may have more of this user.')
  expect(text).toContain('w2')
})
