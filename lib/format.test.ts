import { describe, expect, it } from 'vitest'
import type { DecimalText } from '@/lib/service'
import { decimalsOf, formatDay, formatDuration, formatsOf, formatTime } from './format'

const { amount, bytes, compact, count, list, percent, relativeTime } = formatsOf('en')

describe('formatsOf for numbers', () => {
  it.each([
    [0, '0'],
    [1234.5, '1,234.5'],
    [-0.000001, '-0.000001'],
    [0.1 + 0.2, '0.3'],
    [123456789.012345, '123,456,789.012345'],
  ])('amount formats %d as %s', (value, text) => expect(amount(value)).toBe(text))

  it.each<[DecimalText, string]>([
    ['0', '0'],
    ['1234.50', '1,234.5'],
    ['-1234567.000001', '-1,234,567.000001'],
    ['9007199254740993', '9,007,199,254,740,993'],
    ['-0.12345678901234567890123', '-0.12345678901234567890123'],
    ['1e21', '1,000,000,000,000,000,000,000'],
    ['2.5e-7', '0.00000025'],
    ['1.2345678901234567e30', '1.2345678901234567e30'],
  ])('amount formats the text %s as %s', (value, text) => expect(amount(value)).toBe(text))

  it.each<[DecimalText[], number, string[]]>([
    [['12.5', '1234.0625', '3'], 4, ['12.5000', '1,234.0625', '3.0000']],
    [['12', '-3.00'], 0, ['12', '-3']],
    [['0.30000000000000004', '1.5'], 8, ['0.30000000000000004', '1.50000000']],
    [['1e-7', '1.5'], 1, ['0.0000001', '1.5']],
    [[], 0, []],
  ])('decimalsOf aligns the amounts of a column: %j', (values, decimals, texts) => {
    expect(decimalsOf(values)).toBe(decimals)
    expect(values.map((value) => amount(value, decimals))).toEqual(texts)
  })

  it('percent pads values to at most four decimals when more are requested', () => {
    expect(['12.5', '3', '0.00001'].map((value) => percent(Number(value), 8))).toEqual([
      '12.5000%',
      '3.0000%',
      '0.00001%',
    ])
  })

  it('count formats without decimals', () => {
    expect(count(1_000_000)).toBe('1,000,000')
  })

  it('compact formats rough numbers, and list formats lists', () => {
    expect([compact(0), compact(12_500), compact(2_000_000)]).toEqual(['0', '12.5K', '2M'])
    expect(list(['A', 'B', 'C'])).toBe('A, B, and C')
  })

  it.each<[number | DecimalText, string]>([
    [12.5, '12.5%'],
    ['33.33333', '33.3333%'],
    [0.00004, '0.00004%'],
    ['-0.0000123', '-0.000012%'],
    ['0', '0%'],
    ['0.0001', '0.0001%'],
  ])('percent formats %s as %s', (value, text) => expect(percent(value)).toBe(text))
})

describe('bytes', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [1_254_000, '1.25 MB'],
    [20_971_520, '21 MB'],
    [1_073_741_824, '1.07 GB'],
    [3e15, '3,000 TB'],
  ])('formats %d as %s', (size, text) => expect(bytes(size)).toBe(text))
})

describe('times and locales', () => {
  const now = new Date('2026-01-31T12:00:00Z')

  it('formatTime and formatDay convert other offsets to UTC', () => {
    expect(formatTime('2026-01-31T00:30:00.999+02:00')).toBe('2026-01-30 22:30:00 UTC')
    expect(formatDay('2026-01-31T00:30:00+02:00')).toBe('2026-01-30')
  })

  it.each([
    ['2026-01-31T12:00:00Z', 'now'],
    ['2026-01-31T11:59:01Z', '59 seconds ago'],
    ['2026-01-31T11:00:01Z', '59 minutes ago'],
    ['2026-01-31T10:00:00Z', '2 hours ago'],
    ['2026-01-30T12:00:00Z', 'yesterday'],
    ['2025-01-31T12:00:00Z', '365 days ago'],
    ['2026-02-03T11:00:00Z', 'in 2 days'],
  ])('relativeTime formats %s as %s', (time, text) => expect(relativeTime(time, now)).toBe(text))

  it.each([
    [-5, '0 s'],
    [0, '0 s'],
    [59.9, '59 s'],
    [60, '1 min'],
    [901, '15 min 1 s'],
    [3600, '1 h'],
    [90_061, '1 d 1 h'],
    [86_460, '1 d'],
  ])('formatDuration formats %d seconds as %s', (seconds, text) => expect(formatDuration(seconds)).toBe(text))

  it.each([
    ['de', '12,5 %'],
    ['tr', '%12,5'],
    ['en', '12.5%'],
  ])('percent places the sign for %s like this: %s', (locale, text) => {
    expect(formatsOf(locale).percent(12.5).replace(/\s/u, ' ')).toBe(text)
  })
})

describe('formatTime', () => {
  it.each([
    [undefined, '2026-01-31 23:30:00 UTC'],
    ['Europe/Berlin', '2026-02-01 00:30:00 GMT+01:00'],
    ['America/New_York', '2026-01-31 18:30:00 GMT-05:00'],
  ])('formats the time and its zone when timeZone is %s', (timeZone, text) => {
    expect(formatTime('2026-01-31T23:30:00Z', timeZone)).toBe(text)
  })
})
