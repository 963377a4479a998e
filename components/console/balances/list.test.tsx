import { beforeEach, expect, it } from 'vitest'
import { cellsOf, htmlOf, textOf } from '@/components/console/shared/test-support'
import { configure } from '@/lib/config/test-support'
import type { BalanceSelection } from '@/lib/console/balances/all'
import type { BalanceRead } from '@/lib/console/balances/read'
import type { Listed, Balance } from '@/lib/service'
import { balance } from '@/lib/service/test-support'
import { BalanceList } from './list'

const ada = balance({ user_id: '01ABC', wallet_address: 'wallet of 01ABC', all_time_points: 2000, bolts: 1.5 })
const rows: Listed<Balance>[] = [ada, { unreadable: '{"user_id":"01ABD"}', path: 'bolts' }]
const page = { kind: 'page', page: 1, limit: 50, total: 2, suspicions: [] } as const
const numbered = rows.map((row, index) => ({ row, position: 51 + index }))
const walk = { kind: 'read', rows, readAt: 0, change: null, unreadable: 1, isWhole: true, suspicions: [] } as const

function htmlFor(read: BalanceRead, query: Partial<BalanceSelection> = {}): string {
  const whole = { find: '', sort: null, page: 1, limit: 50, ...query }
  return htmlOf(<BalanceList read={read} query={whole} searchParams={query.find ? { find: query.find } : {}} />)
}

beforeEach(() => configure())

it('BalanceList shows a page in the order of the service, including unreadable rows', () => {
  const html = htmlFor({ ...page, rows: numbered, walk: null })
  const [first, second] = cellsOf(html)
  expect(first?.slice(0, 5)).toEqual(['01ABC', 'wallet of 01ABC', '1', '2,000', '1.5'])
  expect(second?.join()).toContain('{"user_id":"01ABD"}')
  expect(textOf(html)).toContain('Row 51, on page 2')
  expect(html).toContain('href="/console/users/01ABC"')
  expect(html).toContain('href="/console/resources?address=wallet+of+01ABC"')
  expect(textOf(html)).not.toContain('kept for 5 minutes')
})

it('BalanceList shows the matches among all balances, and how long the app keeps the balances', () => {
  const text = textOf(htmlFor({ ...page, rows: numbered, walk }, { find: '01AB' }))
  expect(text).toContain('2 matches in 2 balances.')
  expect(text).toContain('1 balance can’t be read, and was searched as plain text.')
  expect(text).toContain('kept for 5 minutes')
})

it('BalanceList suggests what to try when nothing was found', () => {
  const text = textOf(htmlFor({ ...page, total: 0, rows: [], walk }, { find: 'nobody' }))
  expect(text).toContain('No match in 2 balances.')
  expect(text).toContain('a part of a user ID or wallet address is enough')
})

it('BalanceList shows the progress of the walk, and reloads when scripts are disabled', () => {
  const html = htmlFor({ kind: 'reading', searched: 1200, total: 5000, pauseSeconds: null }, { find: 'x' })
  expect(textOf(html)).toContain('1,200 of 5,000 balances read')
  expect(html).toContain('<noscript><meta http-equiv="refresh" content="2"/></noscript>')
})

it('BalanceList links to the operator’s own pages when they are configured', () => {
  const read = { ...page, rows: numbered, walk: null }
  expect(htmlFor(read)).not.toContain('target="_blank"')
  configure({ CONSOLE_USER_LINK: 'https://admin.example.com/{user_id}' })
  expect(htmlFor(read)).toContain('href="https://admin.example.com/01ABC" target="_blank" rel="noreferrer noopener"')
})
