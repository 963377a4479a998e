import { byLanguage } from './messages/by-language'
import type { DecimalText } from '@/lib/service'

/*
 * Formats numbers and times. Times are in UTC and say so, since operators compare them with logs, with the service's
 * records and with colleagues elsewhere. A person can have them in their own time zone: those say which one it is.
 */

/** How numbers and times are written. Words in them are those of the console's texts, which are English. */
export interface Formats {
  /**
   * Subnet Points or bolts, with all their decimals: `1,234.5`. A text keeps every digit, a number those that a
   * double holds.
   *
   * @param decimals - at least so many, so that the amounts of a column are aligned: see `decimalsOf`. Default: 0.
   */
  amount: (value: number | DecimalText, decimals?: number) => string
  /** A count: `1,234`. */
  count: (value: number) => string
  /** A rough number, for a scale: `12.5K`. */
  compact: (value: number) => string
  /**
   * A value that is in percent already: `12.5%`, with the sign as the locale has it. One that is too small for four
   * decimals has more: `0.00004%`.
   *
   * @param decimals - at least so many, up to four. Default: 0.
   */
  percent: (value: number | DecimalText, decimals?: number) => string
  /** A number of bytes, in three digits: `1.25 GB`, `999 bytes`. */
  bytes: (bytes: number) => string
  /** Several things in a sentence: `A, B, and C`. */
  list: (items: readonly string[]) => string
  /** The time from now, in the largest whole unit: `3 hours ago`, `in 2 days`. */
  relativeTime: (time: string | Date, now?: Date) => string
}

/** The formats of a locale, by its BCP 47 tag. */
export const formatsOf = /* @__PURE__ */ byLanguage(makeFormats)

// A double holds 15 decimal digits exactly. More would show floating-point errors.
const doubleDigits = 15
const maxPercentDecimals = 4
const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
const units = [
  { unit: 'day', seconds: 24 * 60 * 60 },
  { unit: 'hour', seconds: 60 * 60 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

function makeFormats(locale: string): Formats {
  const amount = new Intl.NumberFormat(locale, { maximumSignificantDigits: doubleDigits })
  const count = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const percents = Array.from(
    { length: maxPercentDecimals + 1 },
    (_, decimals) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: maxPercentDecimals }),
  )
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 4 })
  const smallPercent = new Intl.NumberFormat(locale, { maximumSignificantDigits: 2 })
  const withPercentSign = percentSignOf(locale)
  const decimalSeparator = amount.formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const list = new Intl.ListFormat('en')
  const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  return {
    amount(value, decimals = 0) {
      if (typeof value === 'number') return amount.format(value)
      const [, sign = '', whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value) ?? []
      // It has an exponent, so it is very large or very small.
      if (whole === undefined) return digitsOf(value) > doubleDigits ? value : amount.format(Number(value))
      const shown = fraction.replace(/0+$/, '').padEnd(decimals, '0')
      return `${sign}${count.format(BigInt(whole))}${shown && decimalSeparator + shown}`
    },
    count: (value) => count.format(value),
    compact: (value) => compact.format(value),
    percent(value, decimals = 0) {
      const number = Number(value)
      const isSmall = number !== 0 && Math.abs(number) < 0.0001
      const percent = percents[Math.min(decimals, maxPercentDecimals)]
      return withPercentSign((isSmall ? smallPercent : (percent ?? smallPercent)).format(number))
    },
    bytes(bytes) {
      const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), byteUnits.length - 1)
      return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: byteUnits[power] ?? 'byte',
        unitDisplay: power === 0 ? 'long' : 'short',
        maximumSignificantDigits: 3,
      }).format(bytes / 1000 ** power)
    },
    list: (items) => list.format(items),
    relativeTime(time, now = new Date()) {
      const seconds = Math.round((new Date(time).getTime() - now.getTime()) / 1000)
      const { unit, seconds: unitSeconds } = units.find((unit) => Math.abs(seconds) >= unit.seconds) ?? units[3]
      return relative.format(Math.trunc(seconds / unitSeconds), unit)
    },
  }
}

/** Puts the percent sign where the locale has it: `50%`, `50 %`, `%50`. */
function percentSignOf(locale: string): (number: string) => string {
  const parts = new Intl.NumberFormat(locale, { style: 'percent' }).formatToParts(0)
  const at = parts.findIndex(({ type }) => type === 'integer')
  const textOf = (some: typeof parts) => some.map(({ value }) => value).join('')
  const [before, after] = [textOf(parts.slice(0, at)), textOf(parts.slice(at + 1))]
  return (number) => before + number + after
}

/** Amounts with more decimals than this are quotients, and would fill the other rows with zeros. */
const maxCommonDecimals = 8

/**
 * How many decimals the amounts of a column need to be aligned: as many as the one with the most, up to eight. One
 * with more keeps all of its own.
 */
export function decimalsOf(values: Iterable<DecimalText>): number {
  let most = 0
  for (const value of values) most = Math.max(most, /\.(\d*[1-9])0*$/.exec(value)?.[1]?.length ?? 0)
  return Math.min(most, maxCommonDecimals)
}

/** How many digits a number has before its exponent. */
const digitsOf = (value: DecimalText) => value.replace(/[eE].*$/, '').replace(/\D/g, '').length

/**
 * A date and time, to the second: `2026-01-31 12:34:56 UTC`, or `2026-01-31 13:34:56 GMT+01:00`.
 *
 * @param timeZone - an IANA name. Default: UTC.
 */
export function formatTime(time: string | Date, timeZone?: string): string {
  if (timeZone === undefined) return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const parts = new Map(
    zonedFormat(timeZone)
      .formatToParts(new Date(time))
      .map(({ type, value }) => [type, value]),
  )
  const [year, month, day] = [parts.get('year'), parts.get('month'), parts.get('day')]
  return `${year}-${month}-${day} ${parts.get('hour')}:${parts.get('minute')}:${parts.get('second')} ${parts.get('timeZoneName')}`
}

/** The same text in every browser and on the server, which would otherwise differ in its punctuation. */
const zonedFormat = /* @__PURE__ */ byLanguage(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    }),
)

/** A day in UTC: `2026-01-31`. */
export function formatDay(time: string | Date): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** A duration in its two largest units: `2 d 3 h`, `15 min`, `40 s`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(Math.trunc(seconds), 0)
  const parts = [
    { value: Math.floor(whole / 86_400), unit: 'd' },
    { value: Math.floor(whole / 3600) % 24, unit: 'h' },
    { value: Math.floor(whole / 60) % 60, unit: 'min' },
    { value: whole % 60, unit: 's' },
  ]
  const first = parts.findIndex(({ value }) => value > 0)
  if (first === -1) return '0 s'
  return parts
    .slice(first, first + 2)
    .filter(({ value }) => value > 0)
    .map(({ value, unit }) => `${value} ${unit}`)
    .join(' ')
}
