import { expect, it, vi } from 'vitest'
import { htmlOf, textOf } from '@/components/console/shared/test-support'
import type { UserSummary } from '@/lib/console/users/summary'
import { Summary } from './summary'

vi.mock('@/lib/config', () => ({
  config: () => ({
    consoleLinks: {
      user: 'https://admin.example.com/users/{user_id}',
      wallet: 'https://explorer.example.com/address/{wallet_address}',
    },
  }),
}))
vi.mock(import('@/lib/skin'), async (original) => {
  const { brand } = await original()
  const named = { name: 'Site', service: 'Rewards', operator: 'Ada', consoleLocale: 'en' }
  return { brand: () => named as ReturnType<typeof brand> }
})

const whole: UserSummary = {
  wallets: ['w/1', 'w2'],
  balance: { current_period_points: '12', all_time_points: '3400', bolts: '1254.5' },
  earned: '1254.5',
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

it.each([
  ['2.50', 'Differs by 2.5', 'has 2.5 bolts more than'],
  ['-2.50', 'Differs by 2.5', 'has 2.5 bolts less than'],
] as const)('Summary shows the difference of the bolts when it is %s', (by, badge, text) => {
  const html = textOf(htmlFor({ verdict: { kind: 'differs', by } }))
  expect(html).toContain(badge)
  expect(html).toContain(text)
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
