import { expect, it } from 'vitest'
import { cellsOf, htmlOf, textOf } from '@/components/console/test-support'
import type { Collected, UserBalance } from './collect'
import { balance } from '@/lib/service/test-support'
import { UserBalances } from './lists'

const hits = [1, 2].map((position) => ({ ...balance({ wallet_address: `w${position}` }), position }))

function htmlFor(found: Partial<Collected<UserBalance>>, searchParams: Record<string, string> = {}): string {
  const data = { hits, searched: 40, total: 40, isWhole: true, hasChanged: false, hasUnreadable: false, ...found }
  return htmlOf(<UserBalances userId="u" result={{ ok: true, data }} page={{ path: '/console', searchParams }} />)
}

const walletsIn = (html: string) => cellsOf(html).map(([wallet]) => wallet)

it('UserBalances shows every balance of a user without a note when the walk has read all balances', () => {
  expect(walletsIn(htmlFor({}))).toEqual(['w1', 'w2'])
  expect(textOf(htmlFor({}))).not.toContain('Stopped')
})

it('UserBalances warns that the user may have more balances when the walk has not read all', () => {
  const text = textOf(htmlFor({ searched: 20, isWhole: false }))
  expect(text).toContain('Stopped after 20 of 40. The rest may have more of this user.')
  expect(text).toContain('w2')
})

it('UserBalances is empty when the walk has read all balances and the user has a single one', () => {
  expect(htmlFor({ hits: hits.slice(0, 1) })).toBe('')
  expect(walletsIn(htmlFor({ hits: hits.slice(0, 1), isWhole: false }))).toEqual(['w1'])
})

it('UserBalances sorts its rows only by its own sort parameter', () => {
  expect(walletsIn(htmlFor({}, { sort: 'balances.wallet_address', order: 'descending' }))).toEqual(['w2', 'w1'])
  const other = { sort: 'bolts.wallet_address', order: 'descending' }
  expect(walletsIn(htmlFor({}, other))).toEqual(['w1', 'w2'])
})
