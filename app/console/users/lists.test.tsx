import { expect, it } from 'vitest'
import { cellsOf, htmlOf, textOf, textsOf } from '@/components/console/test-support'
import { balance, breakdownEntry } from '@/lib/service/test-support'
import { UserAge, UserLists } from './lists'
import type { UserData } from './user-data'

const balances = [1, 2].map((position) => ({ ...balance({ wallet_address: `w${position}` }), position }))
const share = { ...breakdownEntry(), conversion_id: 'c', converted_at: '2026-01-31T00:00:00Z', at: 1 }
const complete = { kind: 'read', unreadable: 0, isWhole: true, hasChanged: false } as const
const walk = { ...complete, readAt: 5, rows: Array(40).fill({}) }
const user: UserData = {
  kind: 'user',
  userId: 'u',
  serviceId: 'u',
  others: [],
  balances: { walk, rows: balances },
  bolts: { walk: { ...walk, readAt: 9000 }, rows: [share] },
  outage: null,
  hasUnreadable: false,
  wallets: [],
  connects: { kind: 'read', rows: [] },
}

const path = '/console/users/one'
const htmlFor = (fields: Partial<UserData>, searchParams: Record<string, string> = {}) =>
  htmlOf(<UserLists user={{ ...user, ...fields }} page={{ path, searchParams: { id: 'u', ...searchParams } }} />)
/** The headings after that of the connects. */
const headings = (html: string) => textsOf(html, 'h2').slice(1)
const walletsIn = (html: string) => cellsOf(html).map(([wallet]) => wallet)

it('UserLists shows every row of the user, and says when others may be missing', () => {
  const html = htmlFor({})
  expect(headings(html)).toEqual(['Balances', 'Bolts by conversion'])
  expect(walletsIn(html)).toEqual(['w1', 'w2', '2026-01-31 00:00:00 UTC'])
  expect(html).toContain('href="/console/conversions/one?id=c&amp;at=1"')
  expect(textOf(html)).not.toMatch(/first 40 rows|changed/)
  const cut = { walk: { ...walk, unreadable: 2, isWhole: false, hasChanged: true }, rows: [] }
  expect(textOf(htmlFor({ bolts: cut }))).toMatch(
    /2 rows could not be read.*The list changed while it was read.*Only the first 40 rows were read/,
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

it('UserLists shows the problem of a list, and why no connects are known', () => {
  const problem = { kind: 'unauthenticated', message: 'Bad key' } as const
  const balances = { walk: { kind: 'failed', problem }, rows: [] } as const
  const html = htmlFor({ balances, connects: { kind: 'not_kept', rows: [] } })
  expect(textsOf(html, '[role="alert"]')).toEqual([expect.stringContaining('Bad key')])
  expect(textOf(html)).toContain('Set CONNECT_RECORDS=full')
  expect(headings(html)).toEqual(['Balances', 'Bolts by conversion'])
})

it('UserLists sorts each table only by its own sort parameter', () => {
  const sorted = (sort: string) => walletsIn(htmlFor({}, { sort, order: 'descending' })).slice(0, 2)
  expect(sorted('balances.wallet_address')).toEqual(['w2', 'w1'])
  expect(sorted('bolts.wallet_address')).toEqual(['w1', 'w2'])
})

it('UserAge shows the age of the older list, with a link that reads both lists again', () => {
  const html = htmlOf(<UserAge user={user} page={{ path, searchParams: { id: 'u' } }} />)
  expect(html).toContain('dateTime="1970-01-01T00:00:00.005Z"')
  expect(html).toContain('href="/console/users/one?id=u&amp;after=9000"')
})
