import { describe, expect, it } from 'vitest'
import { decimalOf, difference, numberOf, sumOf } from './decimal'

describe('decimalOf', () => {
  it.each([
    [0, 0n, 0],
    [-0, 0n, 0],
    [12.5, 125n, 1],
    [-0.0001, -1n, 4],
    [1e-7, 1n, 7],
    [-1.25e-9, -125n, 11],
    [1e21, 10n ** 21n, 0],
    [1.5e300, 15n * 10n ** 299n, 0],
  ])('reads %d by its digits', (value, units, places) => {
    expect(decimalOf(value)).toEqual({ units, places })
  })

  it.each([NaN, Infinity, -Infinity])('refuses %d', (value) => {
    expect(() => decimalOf(value)).toThrow(RangeError)
  })
})

describe('sumOf', () => {
  it('has no noise where doubles have', () => {
    expect(0.1 + 0.2).not.toBe(0.3)
    expect(numberOf(sumOf([0.1, 0.2]))).toBe(0.3)
    const many = Array.from({ length: 100_000 }, () => 0.0001)
    expect(many.reduce((sum, value) => sum + value, 0)).not.toBe(10)
    expect(numberOf(sumOf(many))).toBe(10)
  })

  it('loses no cent beside a fortune', () => {
    expect(1e16 + 0.01 - 1e16).toBe(0)
    expect(numberOf(sumOf([1e16, 0.01, -1e16]))).toBe(0.01)
  })

  it('is 0 of nothing', () => {
    expect(numberOf(sumOf([]))).toBe(0)
  })
})

describe('difference', () => {
  it('is exact, and has a sign', () => {
    expect(numberOf(difference(decimalOf(0.3), decimalOf(0.1)))).toBe(0.2)
    expect(numberOf(difference(decimalOf(0.1), decimalOf(0.3)))).toBe(-0.2)
    expect(difference(decimalOf(0.5), decimalOf(0.5)).units).toBe(0n)
  })
})
