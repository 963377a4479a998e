import { describe, expect, it } from 'vitest'
import { readConnectsQuery } from './query'

const nothing = { find: null, before: undefined, sent: undefined, ask: null, forgotten: undefined }

describe('readConnectsQuery', () => {
  it('reads what is looked for, and where to go on', () => {
    expect(readConnectsQuery({ find: '  7K2QXV9M4T ' })).toEqual({
      ...nothing,
      find: '7K2QXV9M4T',
    })
    expect(readConnectsQuery({ before: '1763740800000-3', sent: 'again' })).toEqual({
      ...nothing,
      before: '1763740800000-3',
      sent: 'again',
    })
  })

  it('reads the wallet to ask about, and what was deleted', () => {
    expect(readConnectsQuery({ find: 'code', ask: ' 7xKX ' })).toEqual({ ...nothing, find: 'code', ask: '7xKX' })
    const forgotten = { records: 12, connections: 1, messages: 0 }
    expect(readConnectsQuery({ forgotten: '12.1.0' })).toEqual({ ...nothing, forgotten })
  })

  it.each([
    {},
    { find: '' },
    { find: ['a', 'b'] },
    { before: '+' },
    { before: '(1-1' },
    { sent: 'x' },
    { ask: ' ' },
    { forgotten: '1.2' },
    { forgotten: '1.2.<3>' },
  ])('shows the newest for %j', (searchParams) => {
    expect(readConnectsQuery(searchParams)).toEqual(nothing)
  })

  it('cuts what is too long', () => {
    expect(readConnectsQuery({ find: 'a'.repeat(5000) }).find).toHaveLength(200)
  })
})
