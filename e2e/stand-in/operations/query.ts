import { z } from 'zod'
import { dayInMs } from '../clock'
import type { Quirks, Settings } from '../settings'
import { Refused } from './operation'

const isoDate = z.iso.date()
const isoDateTime = z.iso.datetime({ offset: true })

/** Reads query parameters strictly. Refuses an invalid parameter with a 400 and its name. */
export class QueryReader {
  readonly #read = new Set<string>()

  constructor(
    private readonly query: URLSearchParams,
    private readonly quirks: Pick<Quirks, 'ignoresUnknown'>,
  ) {}

  /** Returns the parameter's text, or undefined if it is missing. */
  text(name: string): string | undefined {
    this.#read.add(name)
    const [value, ...more] = this.query.getAll(name)
    if (more.length > 0) throw new Refused(400, `${name}: must be given once`)
    return value
  }

  integer(name: string, fallback: number, min: number, max = Number.MAX_SAFE_INTEGER): number {
    const text = this.text(name)
    if (text === undefined) return fallback
    const value = /^\d{1,16}$/.test(text) ? Number(text) : NaN
    if (!(value >= min && value <= max)) {
      const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`
      throw new Refused(400, `${name}: must be an integer ${bounds}`)
    }
    return value
  }

  /** Returns the start or the end of an ISO 8601 date. For a date with a time, returns that moment. */
  date(name: string, edge: 'begins' | 'ends'): number | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    if (isoDate.safeParse(text).success) return Date.parse(text) + (edge === 'ends' ? dayInMs - 1 : 0)
    if (isoDateTime.safeParse(text).success) return Date.parse(text)
    throw new Refused(400, `${name}: must be an ISO 8601 date`)
  }

  /** Refuses unread parameters, unless a quirk ignores them. Call it after reading all known parameters. */
  end(): void {
    if (this.quirks.ignoresUnknown) return
    for (const name of this.query.keys()) {
      if (!this.#read.has(name)) throw new Refused(400, `${name}: unknown parameter`)
    }
  }
}

/** The interface states no default, but its examples show 50. */
const defaultLimit = 50

/** Reads the requested page ("Limits"). */
export function readPage(reader: QueryReader, { names }: Settings) {
  const page = reader.integer(names.page, 1, 1)
  const limit = reader.integer(names.limit, defaultLimit, 1, 200)
  /** Makes the rows of that page, one by one. */
  return <Row>(total: number, row: (index: number) => Row) => {
    const start = (page - 1) * limit
    const length = Math.max(0, Math.min(limit, total - start))
    return { rows: Array.from({ length }, (_, i) => row(start + i)), pagination: { page, limit, total } }
  }
}

/** Sets a field to null in every Nth record of a list. */
export function withNulls<Item extends object>(
  items: readonly Item[],
  field: keyof Item & string,
  { nullsEvery }: Pick<Quirks, 'nullsEvery'>,
): (Item | Record<string, unknown>)[] {
  if (nullsEvery === null) return [...items]
  return items.map((item, index) => (index % nullsEvery === nullsEvery - 1 ? { ...item, [field]: null } : item))
}
