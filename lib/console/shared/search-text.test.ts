import { describe, expect, it } from 'vitest'
import { maxSearchLength, readSearchText } from './search-text'

describe('readSearchText', () => {
  it('returns the text without white space around it', () => {
    expect(readSearchText(' 01ARZ3NDEKTSV4RRFFQ69G5FAV\n')).toBe('01ARZ3NDEKTSV4RRFFQ69G5FAV')
    expect(readSearchText('x'.repeat(maxSearchLength))).toHaveLength(maxSearchLength)
  })

  it('returns null for a missing, empty, repeated or too long text', () => {
    for (const value of [undefined, null, '', '  ', ['a', 'b'], 'x'.repeat(maxSearchLength + 1)]) {
      expect(readSearchText(value)).toBeNull()
    }
  })
})
