import { expect, it } from 'vitest'
import { cellsOf, htmlOf, textOf, textsOf } from '@/components/console/test-support'
import { balance, breakdownEntry } from '@/lib/service/test-support'
import { UserLists } from './lists'
import type { UserData } from './read'

/* While the connects are `reading`, the page has no other parts than the two lists of the service. */

const balances = [1, 2].map((position) => ({ ...balance({ wallet_address: `w${position}` }), position }))
const share = { ...breakdownEntry(), conversion_id: 'c', converted_at: '2026-01-31T00:00:00Z', at: 1 }
const walk = { kind: 'read', readAt: 5, rows: Array(40).fill({}), isWhole: true, hasChanged: false } as const
const reading = { walk: { kind: 'reading', searched: 20, total: 40, pauseSeconds: null }, rows: [] } as const
const user: UserData = {
  balances: { walk, rows: balances },
  bolts: { walk: { ...walk, readAt: 9000 }, rows: [share] },
  hasUnreadable: false,
  wallets: [],
  connects: { kind: 'reading', rows: [] },
}

const htmlFor = (fields: Partial<UserData>, searchParams: Record<string, string> = {}) =>
  htmlOf(<UserLists user={{ ...user, ...fields }} page={{ path: '/console/users/u', searchParams }} />)
const headings = (html: string) => textsOf(html, 'h2')
const walletsIn = (html: string) => cellsOf(html).map(([wallet]) => wallet)

it('UserLists shows every row of the user, and says when others may be missing', () => {
  const html = htmlFor({})
  expect(headings(html)).toEqual(['Balances', 'Bolts by conversion'])
  expect(walletsIn(html)).toEqual(['w1', 'w2', '2026-01-31 00:00:00 UTC'])
  expect(html).toContain('href="/console/conversions/c?at=1"')
  expect(textOf(html)).not.toMatch(/first 40 rows|changed/)
  const cut = { walk: { ...walk, isWhole: false, hasChanged: true }, rows: [] }
  expect(textOf(htmlFor({ bolts: cut }))).toMatch(
    /The list changed while it was read.*Only the first 40 rows were read/,
  )
})

it('UserLists leaves out a single balance, which is in the summary, unless others may be missing', () => {
  const rows = balances.slice(0, 1)
  expect(headings(htmlFor({ balances: { walk, rows } }))).toEqual(['Bolts by conversion'])
  for (const doubt of [{ isWhole: false }, { hasChanged: true }]) {
    const html = htmlFor({ balances: { walk: { ...walk, ...doubt }, rows } })
    expect(headings(html), JSON.stringify(doubt)).toContain('Balances')
  }
})

it('UserLists says that a list has no row of the user only when the whole list was read', () => {
  const textFor = (isWhole: boolean) => {
    const list = { walk: { ...walk, isWhole }, rows: [] }
    return textOf(htmlFor({ balances: list, bolts: list }))
  }
  for (const none of ['All 40 balances were searched', 'No bolts in 40 conversions']) {
    expect(textFor(true)).toContain(none)
    expect(textFor(false)).not.toContain(none)
  }
})

it('UserLists sorts each table only by its own sort parameter', () => {
  const sorted = (sort: string) => walletsIn(htmlFor({}, { sort, order: 'descending' })).slice(0, 2)
  expect(sorted('balances.wallet_address')).toEqual(['w2', 'w1'])
  expect(sorted('bolts.wallet_address')).toEqual(['w1', 'w2'])
})

it('UserLists shows the progress of the first walk under way, and otherwise the age of the older list', () => {
  const both = htmlFor({ balances: reading, bolts: reading })
  expect(textOf(both)).toContain('20 of 40 balances read')
  expect([textsOf(both, 'progress').length, headings(both)]).toEqual([1, []])
  const one = htmlFor({ bolts: reading })
  expect(textOf(one)).toContain('20 of 40 conversions read')
  expect(headings(one)).toEqual(['Balances'])
  const none = htmlFor({})
  expect(textsOf(none, 'progress')).toEqual([])
  expect(none).toContain('dateTime="1970-01-01T00:00:00.005Z"')
  // The refresh reads both lists again.
  expect(none).toContain('href="/console/users/u?after=9000"')
})
