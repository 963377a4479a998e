import { describe, expect, it } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { readQuery } from '@/lib/console/query'
import { connects, connectsParams, readRecordFilter } from './list'

function connectsWith(detail: 'minimal' | 'full') {
  configure({ CONNECT_RECORDS: detail })
  return connects()
}

it('connectsParams returns parameters that the list reads as the same query, and none for the usual one', () => {
  const list = connectsWith('full')
  for (const searchParams of [
    {},
    { outcome: 'wait', day: '2026-01-31' },
    { outcome: 'wait', sort: 'code', order: 'descending' },
  ])
    expect(connectsParams(readQuery(list, searchParams))).toEqual(searchParams)
  expect(connectsParams(readQuery(list, { sort: 'status', forgotten: '12.1.0', sent: 'again' }))).toEqual({})
})

it('connects has no users and wallets, and does not sort by them, when the deployment keeps none', () => {
  const [full, minimal] = [connectsWith('full'), connectsWith('minimal')]
  for (const key of ['user_id', 'wallet_address']) {
    expect([key in full.columns, full.file.includes(key)]).toEqual([true, true])
    expect([key in minimal.columns, minimal.file.includes(key)]).toEqual([false, false])
    expect(readQuery(minimal, { sort: key }).sort).toEqual({ key: 'at', direction: 'descending' })
  }
})

describe('readRecordFilter', () => {
  it('returns each part of the filter when the query has it', () => {
    const filter = { outcome: 'refused', reason: 'request_expired', day: '2026-01-31', wallet: '7xKX…gAsU' }
    expect(readRecordFilter({ ...filter, wallet: ' 7xKX…\ufeffgAsU ', format: 'csv' })).toEqual(filter)
    expect(readRecordFilter({ day: '2026-01-25..2026-01-31' })).toEqual({ day: '2026-01-25..2026-01-31' })
    expect(readRecordFilter({ outcome: 'sign_in_failed' })).toEqual({ outcome: 'sign_in_failed' })
  })

  it('ignores an invalid part', () => {
    const dates = ['', '31.01.2026', '2026-02-30', '2026-1-1', '2026-01-31T00:00:00Z']
    const ranges = ['2026-01-31..', '2026-01-31..2026-02-30', '2026-01-01..2026-01-02..2026-01-03']
    for (const [name, values] of Object.entries({
      outcome: ['', 'connected', ['refused', 'confirmed']],
      reason: ['', 'No answer', 'a.b.c', 'a'.repeat(51)],
      day: [...dates, ...ranges],
      wallet: ['', ' ', 'a'.repeat(201)],
    }))
      for (const value of values) expect(readRecordFilter({ [name]: value }), `${name} ${String(value)}`).toEqual({})
    expect(readRecordFilter({})).toEqual({})
    expect(readRecordFilter({ outcome: 'refused', day: 'yesterday' })).toEqual({ outcome: 'refused' })
  })

  it('returns the step of the reason as the outcome when the reason names a step', () => {
    const filter = { outcome: 'wallet_failed', reason: 'declined' }
    for (const outcome of ['', 'refused']) {
      expect(readRecordFilter({ outcome, reason: 'wallet_failed.declined' })).toEqual(filter)
    }
    const unknownStep = { outcome: 'refused', reason: 'unknown_step.declined' }
    expect(readRecordFilter(unknownStep)).toEqual({ outcome: 'refused', reason: 'declined' })
  })
})
