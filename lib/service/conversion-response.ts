import { z } from 'zod'
import type { Deadline } from './deadline'
import { interpretBody, throwUnlessOk } from './interpret-response'
import { readJson, type JsonElement } from './json'
import { isUnreadable, readRecord, type Listed } from './listed'
import { buildPage, type Dates, type Page, type PageQuery } from './pages'
import {
  conversion,
  pagination,
  userBreakdownEntry,
  type BreakdownCount,
  type Conversion,
  type UserBreakdownEntry,
} from './records'

const operation = 'listConversions'
const defaultMaxPageBytes = 64 * 1024 * 1024
/** Enough for about 10 million users. */
const maxConversionBytes = 2 * 1024 * 1024 * 1024

const conversionPath = '$.data.conversions.*'
const entryPath = `${conversionPath}.user_breakdown.*`

/** The body without the conversions, which the parser removes as they arrive. */
const body = z.object({
  status: z.literal('success'),
  data: z.object({ conversions: z.array(z.unknown()), pagination }),
})

/** A conversion without its breakdown entries, which the parser removes as they arrive. */
const emptiedConversion = conversion.extend({ user_breakdown: z.array(z.unknown()) }).transform((record) => {
  const { user_breakdown: _entries, ...fields } = record
  return fields
})

/** The fields that identify a conversion, if they have already arrived. */
const conversionHead = z
  .object({
    conversion_id: z.string().optional().catch(undefined),
    converted_at: z.string().optional().catch(undefined),
  })
  .catch({})
export type ConversionHead = z.output<typeof conversionHead>

/** Reads one breakdown, a few entries at a time, and keeps the data that the caller needs. */
export interface BreakdownReader<Breakdown> {
  /**
   * Receives the next entries. The client reads the rest of the response after this call has finished.
   *
   * @param head - the conversion's fields that arrived before these entries.
   */
  add(entries: Listed<UserBreakdownEntry>[], head: ConversionHead): void | Promise<void>
  /** Called after the last entry. */
  result(): Breakdown
}

/** Options for reading conversions. */
export interface ConversionOptions {
  /**
   * Max bytes of a page with several conversions. The client requests a larger page again with fewer conversions,
   * because reading it would take minutes.
   *
   * @default 67_108_864
   */
  maxPageBytes?: number | undefined
}

/** Options for reading the breakdowns of conversions. */
export interface BreakdownOptions<Breakdown> {
  /** Makes a reader for each conversion. A conversion that is read again after a failure gets a new reader. */
  breakdown: () => BreakdownReader<Breakdown>
}

/** Counts the entries of a breakdown. */
export function countBreakdown(): BreakdownReader<BreakdownCount> {
  const count: BreakdownCount = { entries: 0, unreadable: 0 }
  return {
    add(entries) {
      count.entries += entries.length
      count.unreadable += entries.filter(isUnreadable).length
    },
    result: () => count,
  }
}

/**
 * Interprets a response to "List conversions", of any size, in constant memory.
 *
 * @param requested - the query of the request.
 * @param options.deadline - restarts with each chunk of the response.
 */
export async function interpretConversions<Breakdown>(
  response: Response,
  requested: PageQuery & Dates,
  {
    breakdown,
    maxPageBytes = defaultMaxPageBytes,
    deadline,
  }: BreakdownOptions<Breakdown> & ConversionOptions & { deadline?: Deadline },
): Promise<Page<Conversion<Breakdown>>> {
  await throwUnlessOk(response, operation)
  const collector = new ConversionCollector(breakdown)
  const json = await readJson(response, {
    operation,
    maxBytes: requested.limit === 1 ? maxConversionBytes : maxPageBytes,
    onProgress: deadline?.restart,
    elements: {
      paths: [conversionPath, entryPath],
      take: async (elements) => {
        deadline?.suspend()
        await collector.take(elements)
        deadline?.restart()
      },
    },
  })
  const { data } = interpretBody(response, json, { operation, schema: body })
  const { items } = collector
  return buildPage(items, data.pagination, { ...requested, operation, status: response.status })
}

class ConversionCollector<Breakdown> {
  readonly items: Listed<Conversion<Breakdown>>[] = []
  readonly #makeReader: () => BreakdownReader<Breakdown>
  #reader: BreakdownReader<Breakdown>

  constructor(makeReader: () => BreakdownReader<Breakdown>) {
    this.#makeReader = makeReader
    this.#reader = makeReader()
  }

  /** Receives the entries of each conversion before the conversion itself. */
  async take(elements: JsonElement[]): Promise<void> {
    let entries: JsonElement[] = []
    for (const element of elements) {
      if (element.path === entryPath) entries.push(element)
      else {
        await this.#addEntries(entries)
        entries = []
        this.#addConversion(element)
      }
    }
    await this.#addEntries(entries)
  }

  async #addEntries(entries: JsonElement[]): Promise<void> {
    if (entries.length === 0) return
    const head = conversionHead.parse(entries[0]?.owner)
    await this.#reader.add(
      entries.map(({ value }) => readRecord(userBreakdownEntry, value)),
      head,
    )
  }

  #addConversion({ value }: JsonElement): void {
    const fields = readRecord(emptiedConversion, value)
    const breakdown = this.#reader.result()
    this.items.push(isUnreadable(fields) ? fields : { ...fields, breakdown })
    this.#reader = this.#makeReader()
  }
}
