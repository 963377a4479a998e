import { describe, expect, it } from 'vitest'
import { readBalancePage } from './query'

describe('readBalancePage', () => {
  it.each([1, 30, 200])('takes a page of %d', (rows) => {
    expect(readBalancePage({ page: '7', rows: String(rows) })).toEqual({ page: 7, limit: rows })
  })

  it.each(['0', '201', '-5', '1.5', '', 'x', undefined])('is one of 50 for %j', (rows) => {
    expect(readBalancePage({ page: rows === '201' ? 'x' : rows, rows }).limit).toBe(50)
  })
})
