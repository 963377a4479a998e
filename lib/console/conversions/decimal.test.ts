import { describe, expect, it } from 'vitest'
import type { DecimalText } from '@/lib/service'
import { decimalText, sumOf } from './decimal'

const sumText = (values: DecimalText[]) => decimalText(sumOf(values).value)

describe('sumOf', () => {
  it('is exact when doubles would round, lose small amounts or lose digits', () => {
    expect(sumText(['0.1', '0.2'])).toBe('0.3')
    expect(sumText(Array.from({ length: 10_000 }, () => '0.0001'))).toBe('1')
    expect(sumText(['1e16', '0.01', '-10000000000000000'])).toBe('0.01')
    expect(sumText(['9007199254740993', '0.00000000000000000001'])).toBe('9007199254740993.00000000000000000001')
  })

  it('returns the count and the most decimal places, and 0 without values', () => {
    expect(sumOf(['1', '2.50', '3.125'])).toMatchObject({ count: 3, maxPlaces: 3 })
    expect(sumOf(['2.50', '1e3'])).toMatchObject({ count: 2, maxPlaces: 2 })
    expect(sumOf(['1.5e-3'])).toMatchObject({ count: 1, maxPlaces: 4 })
    expect(sumOf(['12345678901234.5678901'])).toMatchObject({ count: 1, maxPlaces: 7 })
    expect(sumOf([])).toMatchObject({ count: 0, maxPlaces: 0 })
    expect(sumText([])).toBe('0')
  })
})

describe('sumOf many values', () => {
  const times = 30_000
  it.each<[DecimalText, string]>([
    // The longest values that sumOf adds as floating-point numbers, and the shortest ones that it adds with `Big`.
    ['999999999999999', '29999999999999970000'],
    ['-99999999999999', '-2999999999999970000'],
    ['9999999999999.9', '299999999999997000'],
    ['9999999999999999', '299999999999999970000'],
    ['0.0000000000001', '0.000000003'],
    ['1e15', '30000000000000000000'],
    ['1.5e-3', '45'],
    ['-0.50', '-15000'],
  ])('is exact when all are %s', (value, sum) => {
    expect(sumText(Array.from({ length: times }, () => value))).toBe(sum)
  })

  it('is exact when the values are of different kinds', () => {
    const kinds: DecimalText[] = ['999999999999999', '0.1', '-7', '12345678901234567890.123', '2e3', '-99999999999.99']
    const values = Array.from({ length: 6 * times }, (_, index) => kinds[index % 6] ?? '0')
    expect(sumText(values)).toBe('370400364037037096466990')
  })
})

it('decimalText writes a value without an exponent and without trailing zeros', () => {
  const written = {
    '12.50': '12.5',
    '-0.00040': '-0.0004',
    '1e3': '1000',
    '1e-7': '0.0000001',
    '-1.25E-9': '-0.00000000125',
    '1e21': '1000000000000000000000',
    '-0': '0',
    '100': '100',
  }
  for (const [value, text] of Object.entries(written)) expect(sumText([value as DecimalText])).toBe(text)
})
