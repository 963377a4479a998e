import { describe, expect, it } from 'vitest'
import { maxSearchLength } from './limits'
import { readBalancePage, readSearchText } from './query'

describe('readBalancePage', () => {
  it.each([1, 30, 200])('takes a page of %d', (rows) => {
    expect(readBalancePage({ page: '7', rows: String(rows) })).toEqual({ page: 7, limit: rows })
  })

  it.each(['0', '201', '-5', '1.5', '', 'x', undefined])('is one of 50 for %j', (rows) => {
    expect(readBalancePage({ page: rows === '201' ? 'x' : rows, rows }).limit).toBe(50)
  })
})

describe('readSearchText', () => {
  it('is the text, without the spaces that were copied along', () => {
    expect(readSearchText(' 01ARZ3NDEKTSV4RRFFQ69G5FAV\n')).toBe('01ARZ3NDEKTSV4RRFFQ69G5FAV')
    expect(readSearchText('x'.repeat(maxSearchLength))).toHaveLength(maxSearchLength)
  })

  it.each([undefined, null, '', '  ', ['a', 'b'], 'x'.repeat(maxSearchLength + 1)])('is none for %j', (value) => {
    expect(readSearchText(value)).toBeNull()
  })
})
