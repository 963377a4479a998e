import { describe, expect, it } from 'vitest'
import { connectsParams, readConnectsQuery, readRecordFilter } from './query'

const emptyQuery = {
  find: null,
  where: {},
  sort: null,
  before: undefined,
  ask: null,
}

describe('readConnectsQuery', () => {
  it('reads the text to find, the filter, the sort and the start of the page', () => {
    expect(readConnectsQuery({ find: '  7K2QXV9M4T\u200b ' })).toEqual({ ...emptyQuery, find: '7K2QXV9M4T' })
    expect(readConnectsQuery({ find: 'a'.repeat(200) }).find).toHaveLength(200)
    // A cut ID would be another user's.
    expect(readConnectsQuery({ find: 'a'.repeat(201) }).find).toBeNull()
    const before = '1763740800000-3'
    expect(readConnectsQuery({ before })).toEqual({ ...emptyQuery, before })
    const where = { outcome: 'refused', day: '2026-01-31' }
    const sort = { key: 'at', direction: 'ascending' }
    expect(readConnectsQuery({ before, ...where, sort: 'at', order: 'ascending' })).toEqual({
      ...emptyQuery,
      before,
      where,
      sort,
    })
  })

  it('reads the wallet to ask about, and no result of an action, which anyone could write into a URL', () => {
    expect(readConnectsQuery({ find: 'code', ask: ' \u20667x KX\u2069' })).toEqual({
      ...emptyQuery,
      find: 'code',
      ask: '7xKX',
    })
    expect(readConnectsQuery({ forgotten: '12.1.0', sent: 'again' })).toEqual(emptyQuery)
  })

  it('ignores an invalid parameter', () => {
    for (const searchParams of [
      {},
      { find: '' },
      { find: ['a', 'b'] },
      { before: '+' },
      { before: '(1-1' },
      { ask: ' ' },
      { sort: 'status' },
    ])
      expect(readConnectsQuery(searchParams)).toEqual(emptyQuery)
  })
})

describe('connectsParams', () => {
  it('returns parameters that readConnectsQuery reads as the same query, and no values for no query', () => {
    const query = { ...emptyQuery, where: { outcome: 'wait', day: '2026-01-31' }, before: '1763740800000-3' } as const
    const sorted = { ...query, sort: { key: 'code', direction: 'descending' } } as const
    expect(readConnectsQuery(connectsParams(query))).toEqual(query)
    expect(readConnectsQuery(connectsParams(sorted))).toEqual(sorted)
    expect(Object.values(connectsParams({})).filter((value) => value !== undefined)).toEqual([])
  })
})

describe('readRecordFilter', () => {
  it('returns each part of the filter when the query has it', () => {
    const filter = { outcome: 'refused', reason: 'request_expired', day: '2026-01-31', wallet: '7xKX…gAsU' }
    expect(readRecordFilter({ ...filter, wallet: ' 7xKX…\ufeffgAsU ', format: 'csv' })).toEqual(filter)
    expect(readRecordFilter({ outcome: 'sign_in_failed' })).toEqual({ outcome: 'sign_in_failed' })
  })

  it('ignores an invalid part', () => {
    for (const searchParams of [
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
    ])
      expect(readRecordFilter(searchParams)).toEqual({})
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
