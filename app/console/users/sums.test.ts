import { describe, expect, it } from 'vitest'
import type { ReadResult } from '@/lib/console/service'
import type { ConnectRecord } from '@/lib/records'
import { connectRecord } from '@/lib/records/test-support'
import { balance, breakdownEntry } from '@/lib/service/test-support'
import type { Collected, UserBalance, UserShare } from './collect'
import { summaryOf, type UserConnects } from './sums'

const extent = { searched: 9, total: 9, isWhole: true, hasChanged: false, hasUnreadable: false }
const failed = { ok: false, problem: { kind: 'unreachable', message: null } } as const
const notKept = { kind: 'not_kept' } as const

function balancesOf(bolts: readonly number[], extents: Partial<typeof extent> = {}) {
  const hits = bolts.map((each, position): UserBalance => ({
    ...balance({ current_period_points: 0.1, bolts: each }),
    position,
  }))
  return { ok: true, data: { hits, ...extent, ...extents } } satisfies ReadResult<Collected<UserBalance>>
}

function boltsOf(bolts: readonly number[], extents: Partial<typeof extent> = {}) {
  const hits = bolts.map((bolts_earned, at): UserShare => ({
    ...breakdownEntry({ bolts_earned }),
    conversion_id: 'c',
    converted_at: '2026-01-31T00:00:00Z',
    at,
  }))
  return { ok: true, data: { hits, ...extent, ...extents } } satisfies ReadResult<Collected<UserShare>>
}

const verdictOf = (...[balances, bolts]: [Parameters<typeof summaryOf>[1], Parameters<typeof summaryOf>[2]]) =>
  summaryOf(['w1'], balances, bolts, notKept).verdict

describe('summaryOf: the verdict', () => {
  it('compares the sums without the errors of doubles', () => {
    const cases: [number[], number[], object][] = [
      [[0.3], [0.1, 0.2], { kind: 'adds_up' }],
      [[0.7, 0.1], [0.8], { kind: 'adds_up' }],
      [[0.3], [0.1], { kind: 'differs', by: 0.2 }],
      [[], [2.5], { kind: 'differs', by: -2.5 }],
      [[], [], { kind: 'nothing' }],
    ]
    for (const [balances, bolts, verdict] of cases) {
      expect(verdictOf(balancesOf(balances), boltsOf(bolts))).toEqual(verdict)
    }
  })

  it.each([
    ['the balances cannot be read', failed, boltsOf([1])],
    ['the conversions cannot be read', balancesOf([1]), failed],
    ['the balances were not read to their end', balancesOf([1], { isWhole: false }), boltsOf([1])],
    ['the conversions changed meanwhile', balancesOf([1]), boltsOf([1], { hasChanged: true })],
    ['a conversion cannot be read', balancesOf([1]), boltsOf([1], { hasUnreadable: true })],
  ])('is not_all_read when %s', (_, balances, bolts) => {
    expect(verdictOf(balances, bolts)).toEqual({ kind: 'not_all_read' })
  })
})

it('summaryOf returns only the sums of the readable parts when a part failed', () => {
  expect(summaryOf(['w1'], balancesOf([1.25, 2]), failed, notKept)).toMatchObject({
    balance: { current_period_points: 0.2, all_time_points: 4, bolts: 3.25 },
    earned: null,
  })
  expect(summaryOf([], balancesOf([]), boltsOf([1]), notKept)).toMatchObject({ balance: null, earned: 1 })
})

describe('summaryOf: the first confirm', () => {
  const record = (at: number, fields: Partial<ConnectRecord>) =>
    connectRecord({ id: `record ${at}`, at, userId: 'demo:ada', walletAddress: 'w1', ...fields })
  const read = (...attempts: ConnectRecord[]): UserConnects => ({ kind: 'read', attempts })
  const firstOf = (connects: UserConnects) => {
    const { firstConfirmedAt, loginIds } = summaryOf(['w1', 'w2'], failed, failed, connects)
    return { firstConfirmedAt, loginIds }
  }

  it('is the oldest confirm of all wallets, with the IDs of the users who confirmed', () => {
    const connects = read(
      record(5, { walletAddress: 'w2', userId: 'demo:eve' }),
      record(4, {}),
      record(3, {}),
      record(2, { outcome: 'refused', userId: 'demo:mallory' }),
      record(1, { walletAddress: 'w3', userId: 'demo:bob' }),
    )
    expect(firstOf(connects)).toEqual({ firstConfirmedAt: 3, loginIds: ['demo:eve', 'demo:ada'] })
  })

  it('is null when there is no record of a confirm', () => {
    const unknown = { firstConfirmedAt: null, loginIds: [] }
    expect(firstOf(read(record(1, { outcome: 'wait' })))).toEqual(unknown)
    expect(firstOf(notKept)).toEqual(unknown)
  })
})
