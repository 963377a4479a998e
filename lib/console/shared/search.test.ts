import { describe, expect, it } from 'vitest'
import { initialSearch, searchReducer, type Search } from './search'

const hit = { kind: 'hit', hit: 'a' } as const
const end = (isWhole: boolean) => ({ kind: 'end', isWhole, unreadable: 0, change: null }) as const

const after = (...events: Parameters<typeof searchReducer<string>>[1][]) =>
  events.reduce<Search<string>>((search, event) => searchReducer(search, event), initialSearch)

describe('searchReducer', () => {
  it('counts records and collects hits while the search continues', () => {
    expect(after(hit, { kind: 'progress', searched: 200, total: 500 })).toEqual({
      ...initialSearch,
      searched: 200,
      total: 500,
      hits: ['a'],
    })
  })

  it('drops all hits when a search begins', () => {
    expect(after(hit, end(true), { kind: 'started' })).toBe(initialSearch)
  })

  it('keeps the pause until the next page', () => {
    const pause = { kind: 'pause', seconds: 45 } as const
    expect(after(pause)).toMatchObject({ state: 'searching', pauseSeconds: 45 })
    expect(after(pause, { kind: 'progress', searched: 1, total: 2 })).toMatchObject({ pauseSeconds: null })
  })

  it('keeps the unreadable records and the change of the list when the search ends', () => {
    const counts = { records: 3, unreadable: 1, firstTotal: 3, lastTotal: 2, repeated: 0, maybeMissing: 1 }
    const change = { kind: 'changed', ...counts } as const
    expect(after({ ...end(true), unreadable: 1, change })).toMatchObject({ state: 'whole', unreadable: 1, change })
  })

  it('sets the state to whole or part when the search ends', () => {
    expect(after(end(true))).toMatchObject({ state: 'whole', searched: 0, total: 0 })
    expect(after({ kind: 'progress', searched: 5, total: 9 }, end(false))).toMatchObject({
      state: 'part',
      searched: 5,
      total: 9,
    })
  })

  it('keeps all hits when the user stops the search, or when it fails or breaks off', () => {
    const problem = { kind: 'server_error', message: 'Oops' } as const
    expect(after(hit, { kind: 'stopped' })).toMatchObject({ state: 'stopped', hits: ['a'] })
    expect(after(hit, { kind: 'broken' })).toMatchObject({ state: 'broken', hits: ['a'] })
    expect(after(hit, { kind: 'problem', problem })).toMatchObject({ state: 'failed', problem, hits: ['a'] })
  })

  it('keeps the state of an ended search when it is stopped or breaks off afterwards', () => {
    for (const kind of ['stopped', 'broken'] as const) {
      expect(after(end(true), { kind }).state).toBe('whole')
      expect(after({ kind: 'stopped' }, { kind }).state).toBe('stopped')
    }
  })
})
