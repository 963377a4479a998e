import { expect, it } from 'vitest'
import { differenceOf, sumOf } from './sums'

it('sumOf adds decimals without the errors of doubles', () => {
  expect(sumOf([0.1, 0.2])).toBe(0.3)
  expect(sumOf(Array.from({ length: 10_000 }, () => 0.0001))).toBe(1)
  expect(sumOf([1e16, 0.01, -1e16])).toBe(0.01)
  expect(sumOf([1e-7, 2e-7, 0.5])).toBe(0.5000003)
  expect(sumOf(Array.from({ length: 100 }, () => 900719925.474099))).toBe(90071992547.4099)
  expect(sumOf([])).toBe(0)
})

it('differenceOf subtracts decimals without the errors of doubles', () => {
  expect(differenceOf(0.3, 0.1)).toBe(0.2)
  expect(differenceOf(12.5, 100)).toBe(-87.5)
})
