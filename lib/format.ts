import { remembered } from './messages/remembered'

/* Times are in UTC by default, because operators compare them with logs, records and colleagues elsewhere. */

/** By the BCP 47 tag of a locale. Lists and relative times are in English, like the texts of the console. */
export const formatsOf = /* @__PURE__ */ remembered(makeFormats)

export type Formats = ReturnType<typeof makeFormats>

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const
const units = [
  { unit: 'day', seconds: 24 * 60 * 60 },
  { unit: 'hour', seconds: 60 * 60 },
  { unit: 'minute', seconds: 60 },
  { unit: 'second', seconds: 1 },
] as const

function makeFormats(locale: string) {
  const count = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 4 })
  const decimalSeparator =
    new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'
  const list = new Intl.ListFormat('en')
  const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
  return {
    /** All decimals, and at least as many as align a column (see `decimalsOf`): `1,234.5`. */
    amount: (value: number, decimals = 0): string => {
      const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimalText(value)) ?? []
      const shown = fraction.padEnd(decimals, '0')
      return `${sign}${count.format(BigInt(whole))}${shown && decimalSeparator + shown}`
    },
    count: (value: number): string => count.format(value),
    /** For a scale: `12.5K`. */
    compact: (value: number): string => compact.format(value),
    /** A value in percent: `12.5%`, and with two digits if four decimals are not enough: `0.00004%`. */
    percent: (value: number, decimals = 0): string => {
      const isSmall = value !== 0 && Math.abs(value) < 0.0001
      const digits = isSmall
        ? { maximumSignificantDigits: 2 }
        : { minimumFractionDigits: Math.min(decimals, 4), maximumFractionDigits: 4 }
      return new Intl.NumberFormat(locale, { style: 'unit', unit: 'percent', ...digits }).format(value)
    },
    /** Three digits: `1.25 GB`, `999 bytes`. */
    bytes: (bytes: number): string => {
      const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), byteUnits.length - 1)
      return new Intl.NumberFormat(locale, {
        style: 'unit',
        unit: byteUnits[power] ?? 'byte',
        unitDisplay: power === 0 ? 'long' : 'short',
        maximumSignificantDigits: 3,
      }).format(bytes / 1000 ** power)
    },
    list: (items: readonly string[]): string => list.format(items),
    /** In the largest whole unit: `3 hours ago`, `in 2 days`. */
    relativeTime: (time: string | Date, now = new Date()): string => {
      const seconds = Math.round((new Date(time).getTime() - now.getTime()) / 1000)
      const { unit, seconds: unitSeconds } = units.find((unit) => Math.abs(seconds) >= unit.seconds) ?? units[3]
      return relative.format(Math.trunc(seconds / unitSeconds), unit)
    },
  }
}

/** Amounts with more decimals are quotients. Aligning to them would fill the other rows with zeros. */
const maxCommonDecimals = 8

/** Returns the number of decimals that aligns the amounts of a column. An amount with more decimals keeps them all. */
export function decimalsOf(values: Iterable<number>): number {
  let most = 0
  for (const value of values) most = Math.max(most, decimalText(value).split('.')[1]?.length ?? 0)
  return Math.min(most, maxCommonDecimals)
}

/** Returns the shortest text that reads as the same number, without an exponent: `0.0000001`. */
export function decimalText(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toLocaleString('en', { useGrouping: false, maximumSignificantDigits: 21 }) : text
}

/** `2026-01-31 12:34:56 UTC`, or `2026-01-31 13:34:56 GMT+01:00` in a zone with an IANA name. */
export function formatTime(time: string | number | Date, timeZone?: string): string {
  if (timeZone === undefined) return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  const parts = new Map(
    zonedFormat(timeZone)
      .formatToParts(new Date(time))
      .map(({ type, value }) => [type, value]),
  )
  const [year, month, day] = [parts.get('year'), parts.get('month'), parts.get('day')]
  return `${year}-${month}-${day} ${parts.get('hour')}:${parts.get('minute')}:${parts.get('second')} ${parts.get('timeZoneName')}`
}

/** `formatTime` joins its parts, because punctuation differs between browsers and the server. */
const zonedFormat = /* @__PURE__ */ remembered(
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

/** `31 Jan 2026` */
export function formatDate(time: string | number | Date, timeZone?: string): string {
  return new Date(formatTime(time, timeZone).slice(0, 10)).toUTCString().slice(5, 16).replace(/^0/, '')
}

/** In UTC: `2026-01-31`. */
export function formatDay(time: string | Date): string {
  return new Date(time).toISOString().slice(0, 10)
}

/** The two largest units: `2 d 3 h`, `15 min`, `40 s`. */
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

/** Characters that are invisible, reorder a text or break a line, and every blank except the space. IDs have none. */
export const unseen = /(?! )[\s\p{C}\p{DI}\u2800]/gu

/** Searches ignore case, and whether letters are composed, because an extra match does less harm than a missing one. */
export const searchForm = (text: string): string => text.toLowerCase().normalize('NFC')
