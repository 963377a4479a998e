import { expect, it } from 'vitest'
import { isNamed, isPartOf, matchesFilter, recordOf, type RecordFilter } from './record'
import { confirmedCall as call, connectRecord } from './test-support'

const { walletAddress } = call

it('recordOf keeps user and wallet only when the detail is full, and never the service’s message', () => {
  const refusal = { kind: 'refused', reason: 'request_expired', message: 'canary-message' } as const
  const { userId, walletAddress: _, outcome, ...kept } = call
  const record = { ...kept, id: expect.any(String), at: 5, outcome: 'refused', reason: 'request_expired' }
  expect(recordOf({ ...call, outcome: refusal }, { at: 5, detail: 'minimal' })).toEqual(record)
  expect(recordOf({ ...call, outcome: refusal }, { at: 5, detail: 'full' })).toEqual({
    ...record,
    userId,
    walletAddress,
  })
  expect(recordOf(call, { at: 5, detail: 'minimal' })).toMatchObject({ outcome: outcome.kind, reason: null })
})

it('isNamed finds a record by each of its names, and by the start and the end of its wallet address', () => {
  const record = connectRecord({ userId: 'user-1', linkCode: 'LINK', walletAddress })
  for (const text of ['CODE000001', 'LINK', record.requestId, 'user-1', walletAddress])
    expect(isNamed(record, ['other', text]), text).toBe(true)
  for (const text of ['7xKX', 'gAsU', '7xKXtg2C', '7xKX…gAsU', '7xKX...gAsU'])
    expect(isNamed(record, [text]), text).toBe(true)
  for (const text of ['CODE00000', '7xK', 'tg2C', '7xKX…', '…gAsU', '7xKX…gAsV', '7xkx'])
    expect(isNamed(record, [text]), text).toBe(false)
  // A whole ID may be shorter than a part.
  expect([isPartOf('ada', 'ada'), isPartOf('ada', 'ad')]).toEqual([true, false])
})

it('matchesFilter checks outcome, reason, day and wallet', () => {
  const record = connectRecord({
    outcome: 'refused',
    reason: 'no_answer',
    at: Date.parse('2026-11-20T23:59:59.999Z'),
    walletAddress,
  })
  const matches = (where: RecordFilter) => matchesFilter(where)?.(record)
  for (const where of [
    { outcome: 'refused', reason: undefined },
    { reason: 'no_answer', outcome: 'refused' },
    { day: '2026-11-20' },
    { wallet: '7xKX…gAsU', day: '2026-11-20' },
  ] as const)
    expect(matches(where), JSON.stringify(where)).toBe(true)
  for (const where of [
    { outcome: 'confirmed' },
    { outcome: 'refused', reason: 'request_expired' },
    { day: '2026-11-19' },
    { day: '2026-11-21' },
    { wallet: '7xK' },
  ] as const)
    expect(matches(where), JSON.stringify(where)).toBe(false)
  expect(matchesFilter({ wallet: '7xKX' })?.(connectRecord())).toBe(false)
  expect(matchesFilter({ outcome: undefined })).toBeUndefined()
})
