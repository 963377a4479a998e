import { describe, expect, it } from 'vitest'
import { decimalsOf, formatDate, formatDay, formatDuration, formatsOf, formatTime } from './format'

const { amount, bytes, compact, count, list, percent, relativeTime } = formatsOf('en')

describe('formatsOf for numbers', () => {
  it('amount keeps all digits of a number without an exponent, and groups them', () => {
    for (const [value, text] of [
      [0, '0'],
      [1234.5, '1,234.5'],
      [-0.000001, '-0.000001'],
      [123456789.012345, '123,456,789.012345'],
      [-1234567.000001, '-1,234,567.000001'],
      [1e21, '1,000,000,000,000,000,000,000'],
      [-2.5e-7, '-0.00000025'],
      [1.5e30, '1,500,000,000,000,000,000,000,000,000,000'],
    ] as const)
      expect(amount(value)).toBe(text)
  })

  it('decimalsOf aligns the amounts of a column', () => {
    const columns: [number[], number, string[]][] = [
      [[12.5, 1234.0625, 3], 4, ['12.5000', '1,234.0625', '3.0000']],
      [[12, -3], 0, ['12', '-3']],
      [[0.30000000000000004, 1.5], 8, ['0.30000000000000004', '1.50000000']],
      [[1e-7, 1.5], 7, ['0.0000001', '1.5000000']],
      [[], 0, []],
    ]
    for (const [values, decimals, texts] of columns) {
      expect(decimalsOf(values)).toBe(decimals)
      expect(values.map((value) => amount(value, decimals))).toEqual(texts)
    }
  })

  it('percent pads values to at most four decimals when more are requested', () => {
    expect([12.5, 3, 0.00001].map((value) => percent(value, 8))).toEqual(['12.5000%', '3.0000%', '0.00001%'])
  })

  it('count formats without decimals, compact roughly, and list with commas', () => {
    expect(count(1_000_000)).toBe('1,000,000')
    expect([compact(0), compact(12_500), compact(2_000_000)]).toEqual(['0', '12.5K', '2M'])
    expect(list(['A', 'B', 'C'])).toBe('A, B, and C')
  })

  it('percent shows four decimals, or two digits of a smaller value', () => {
    const values = [12.5, 33.33333, 0.00004, -0.0000123, 0, 0.0001]
    const texts = ['12.5%', '33.3333%', '0.00004%', '-0.000012%', '0%', '0.0001%']
    expect(values.map((value) => percent(value))).toEqual(texts)
  })

  it('bytes shows three digits in the largest unit', () => {
    const sizes = [0, 1, 999, 1000, 1_254_000, 20_971_520, 1_073_741_824, 3e15]
    const texts = ['0 bytes', '1 byte', '999 bytes', '1 kB', '1.25 MB', '21 MB', '1.07 GB', '3,000 TB']
    expect(sizes.map((size) => bytes(size))).toEqual(texts)
  })
})

describe('times and locales', () => {
  const now = new Date('2026-01-31T12:00:00Z')

  it('relativeTime uses the largest unit that is not rounded up', () => {
    for (const [time = '', text] of [
      ['2026-01-31T12:00:00Z', 'now'],
      ['2026-01-31T11:59:01Z', '59 seconds ago'],
      ['2026-01-31T11:00:01Z', '59 minutes ago'],
      ['2026-01-31T10:00:00Z', '2 hours ago'],
      ['2026-01-30T12:00:00Z', 'yesterday'],
      ['2025-01-31T12:00:00Z', '365 days ago'],
      ['2026-02-03T11:00:00Z', 'in 2 days'],
    ])
      expect(relativeTime(time, now), time).toBe(text)
  })

  it('formatDuration shows at most two units', () => {
    const durations = [-5, 0, 59.9, 60, 901, 3600, 90_061, 86_460].map((seconds) => formatDuration(seconds))
    expect(durations).toEqual(['0 s', '0 s', '59 s', '1 min', '15 min 1 s', '1 h', '1 d 1 h', '1 d'])
  })

  it('percent places the sign as the locale does', () => {
    const inLocale = (locale: string) => formatsOf(locale).percent(12.5).replace(/\s/u, ' ')
    expect(['de', 'tr', 'en'].map(inLocale)).toEqual(['12,5 %', '%12,5', '12.5%'])
  })

  it('formatDate shows the day of a zone, and UTC by default', () => {
    expect(formatDate('2026-09-30T23:30:00Z')).toBe('30 Sep 2026')
    expect(formatDate('2026-09-30T23:30:00Z', 'Europe/Berlin')).toBe('1 Oct 2026')
  })

  it('formatTime and formatDay show UTC, and formatTime any other zone with its offset', () => {
    const inZone = (timeZone?: string) => formatTime('2026-01-31T23:30:00Z', timeZone)
    expect(inZone()).toBe('2026-01-31 23:30:00 UTC')
    expect(formatTime('2026-01-31T00:30:00.999+02:00')).toBe('2026-01-30 22:30:00 UTC')
    expect(formatDay('2026-01-31T00:30:00+02:00')).toBe('2026-01-30')
    expect(inZone('Europe/Berlin')).toBe('2026-02-01 00:30:00 GMT+01:00')
    expect(inZone('America/New_York')).toBe('2026-01-31 18:30:00 GMT-05:00')
  })
})
