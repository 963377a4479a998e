import { describe, expect, it } from 'vitest'
import { maxSearchLength, readSearchText } from './search-text'

describe('readSearchText', () => {
  it('is the text, without the spaces that were copied along', () => {
    expect(readSearchText(' 01ARZ3NDEKTSV4RRFFQ69G5FAV\n')).toBe('01ARZ3NDEKTSV4RRFFQ69G5FAV')
    expect(readSearchText('x'.repeat(maxSearchLength))).toHaveLength(maxSearchLength)
  })

  it.each([undefined, null, '', '  ', ['a', 'b'], 'x'.repeat(maxSearchLength + 1)])('is none for %j', (value) => {
    expect(readSearchText(value)).toBeNull()
  })
})
