import { describe, expect, it } from 'vitest'
import { connectsParams, readConnectsQuery, readRecordFilter } from './query'

const emptyQuery = {
  find: null,
  where: {},
  sort: null,
  before: undefined,
  sent: undefined,
  ask: null,
  forgotten: undefined,
}

describe('readConnectsQuery', () => {
  it('reads the text to find and the start of the page', () => {
    expect(readConnectsQuery({ find: '  7K2QXV9M4T ' })).toEqual({
      ...emptyQuery,
      find: '7K2QXV9M4T',
    })
    expect(readConnectsQuery({ before: '1763740800000-3', sent: 'again' })).toEqual({
      ...emptyQuery,
      before: '1763740800000-3',
      sent: 'again',
    })
  })

  it('reads the filter with the start of the page', () => {
    expect(readConnectsQuery({ before: '1763740800000-3', outcome: 'refused', day: '2026-01-31' })).toEqual({
      ...emptyQuery,
      before: '1763740800000-3',
      where: { outcome: 'refused', day: '2026-01-31' },
    })
  })

  it('reads the sort of the attempts', () => {
    expect(readConnectsQuery({ sort: 'reason' }).sort).toEqual({ key: 'reason', direction: 'ascending' })
    expect(readConnectsQuery({ sort: 'time', order: 'ascending' }).sort).toEqual({
      key: 'time',
      direction: 'ascending',
    })
  })

  it('reads the wallet to ask about and the result of a deletion', () => {
    expect(readConnectsQuery({ find: 'code', ask: ' 7xKX ' })).toEqual({ ...emptyQuery, find: 'code', ask: '7xKX' })
    const forgotten = { records: 12, connections: 1, messages: 0 }
    expect(readConnectsQuery({ forgotten: '12.1.0' })).toEqual({ ...emptyQuery, forgotten })
  })

  it.each([
    {},
    { find: '' },
    { find: ['a', 'b'] },
    { before: '+' },
    { before: '(1-1' },
    { sent: 'x' },
    { ask: ' ' },
    { sort: 'status' },
    { forgotten: '1.2' },
    { forgotten: '1.2.<3>' },
  ])('returns the default query when the parameters are %j', (searchParams) => {
    expect(readConnectsQuery(searchParams)).toEqual(emptyQuery)
  })

  it('cuts the text to find at 200 characters', () => {
    expect(readConnectsQuery({ find: 'a'.repeat(5000) }).find).toHaveLength(200)
  })
})

describe('connectsParams', () => {
  it('returns parameters that readConnectsQuery reads as the same query', () => {
    const query = { ...emptyQuery, where: { outcome: 'wait', day: '2026-01-31' }, before: '1763740800000-3' } as const
    const sorted = { ...query, sort: { key: 'code', direction: 'descending' } } as const
    expect(readConnectsQuery(connectsParams(query))).toEqual(query)
    expect(readConnectsQuery(connectsParams(sorted))).toEqual(sorted)
  })

  it('returns no values when no part is set', () => {
    expect(Object.values(connectsParams({})).filter((value) => value !== undefined)).toEqual([])
  })
})

describe('readRecordFilter', () => {
  it('returns each part of the filter when the query has it', () => {
    const filter = { outcome: 'refused', reason: 'request_expired', day: '2026-01-31', wallet: '7xKX…gAsU' }
    expect(readRecordFilter({ ...filter, wallet: ' 7xKX…gAsU ', format: 'csv' })).toEqual(filter)
    expect(readRecordFilter({ outcome: 'sign_in_failed' })).toEqual({ outcome: 'sign_in_failed' })
  })

  it.each([
    {},
    { outcome: '', reason: '', day: '', wallet: '' },
    { outcome: 'connected' },
    { outcome: ['refused', 'confirmed'] },
    { reason: 'No answer' },
    { reason: 'a.b.c' },
    { reason: 'a'.repeat(51) },
    { day: '31.01.2026' },
    { day: '2026-02-30' },
    { day: '2026-1-1' },
    { day: '2026-01-31T00:00:00Z' },
    { wallet: ' ' },
    { wallet: 'a'.repeat(201) },
  ])('returns no filter when the query is %j', (searchParams) => {
    expect(readRecordFilter(searchParams)).toEqual({})
  })

  it('returns the step of the reason as the outcome when the reason names a step', () => {
    const filter = { outcome: 'wallet_failed', reason: 'declined' }
    for (const outcome of ['', 'refused']) {
      expect(readRecordFilter({ outcome, reason: 'wallet_failed.declined' })).toEqual(filter)
    }
    expect(readRecordFilter({ outcome: 'refused', reason: 'unknown_step.declined' })).toEqual({
      outcome: 'refused',
      reason: 'declined',
    })
  })

  it('keeps the valid parts when another part is invalid', () => {
    expect(readRecordFilter({ outcome: 'refused', day: 'yesterday' })).toEqual({ outcome: 'refused' })
  })
})
