import { beforeEach, expect, it } from 'vitest'
import { htmlOf, textOf } from '@/components/console/test-support'
import { configure } from '@/lib/config/test-support'
import type { UserSummary } from './sums'
import { Summary } from './summary'

beforeEach(() =>
  configure({
    CONSOLE_USER_LINK: 'https://admin.example.com/users/{user_id}',
    CONSOLE_WALLET_LINK: 'https://explorer.example.com/address/{wallet_address}',
  }),
)
const whole: UserSummary = {
  wallets: ['w/1', 'w2'],
  balance: { current_period_points: 12, all_time_points: 3400, bolts: 1254.5 },
  earned: 1254.5,
  verdict: { kind: 'adds_up' },
  firstConfirmedAt: Date.parse('2026-01-31T12:00:00Z'),
  loginIds: ['demo:ada'],
  connects: 'read',
}
const htmlFor = (summary: Partial<UserSummary>) => htmlOf(<Summary summary={{ ...whole, ...summary }} />)

it('Summary shows the figures, the verdict and each wallet with its links when all data is known', () => {
  const html = htmlFor({})
  for (const text of ['1,254.5', '3,400', 'Adds up', '2026-01-31 12:00:00 UTC', 'demo:ada', '2 wallets']) {
    expect(textOf(html)).toContain(text)
  }
  expect(html).toContain('href="/console/resources?address=w%2F1"')
  expect(html).toContain('href="https://admin.example.com/users/demo%3Aada" target="_blank"')
  expect(html).toContain('href="https://explorer.example.com/address/w%2F1" target="_blank" rel="noreferrer noopener"')
})

it('Summary says by how much the bolts differ, and in which direction', () => {
  const textFor = (by: number) => textOf(htmlFor({ verdict: { kind: 'differs', by } }))
  expect(textFor(2.5)).toMatch(/Differs by 2\.5 .*has 2\.5 bolts more than/)
  expect(textFor(-2.5)).toMatch(/Differs by 2\.5 .*has 2\.5 bolts less than/)
})

it('Summary marks unknown figures when parts could not be read', () => {
  const text = textOf(
    htmlFor({
      wallets: [],
      balance: null,
      earned: null,
      verdict: { kind: 'not_all_read' },
      firstConfirmedAt: null,
      loginIds: [],
      connects: 'not_kept',
    }),
  )
  for (const part of ['–', 'Not all was read', 'CONNECT_RECORDS=full', 'No wallet known']) expect(text).toContain(part)
})
