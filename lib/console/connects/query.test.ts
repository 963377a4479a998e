import { describe, expect, it } from 'vitest'
import { readConnectsQuery } from './query'

describe('readConnectsQuery', () => {
  it('reads what is looked for, and where to go on', () => {
    expect(readConnectsQuery({ find: '  7K2QXV9M4T ' })).toEqual({
      find: '7K2QXV9M4T',
      before: undefined,
      sent: undefined,
    })
    expect(readConnectsQuery({ before: '1763740800000-3', sent: 'again' })).toEqual({
      find: null,
      before: '1763740800000-3',
      sent: 'again',
    })
  })

  it.each([{}, { find: '' }, { find: ['a', 'b'] }, { before: '+' }, { before: '(1-1' }, { sent: 'x' }])(
    'shows the newest for %j',
    (searchParams) => {
      expect(readConnectsQuery(searchParams)).toEqual({ find: null, before: undefined, sent: undefined })
    },
  )

  it('cuts what is too long', () => {
    expect(readConnectsQuery({ find: 'a'.repeat(5000) }).find).toHaveLength(200)
  })
})
