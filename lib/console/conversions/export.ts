import { amountColumns, fieldColumns, type CsvColumn } from '@/lib/console/shared/csv'
import { exportJson, type ExportPart } from '@/lib/console/shared/export-parts'
import { ExportRemarks, type RemarkTexts } from '@/lib/console/shared/export-remarks'
import type { Pieces } from '@/lib/console/shared/export-stream'
import {
  countBreakdown,
  isReadable,
  isUnreadable,
  recordJson,
  streamBreakdown,
  type Conversion,
  type EntriesEvent,
  type Listed,
  type ServiceAccess,
  type UserBreakdownEntry,
  type WalkEvent,
  type WalkOptions,
} from '@/lib/service'
import { findConversion } from './find'
import type { ListPosition } from './query'

/**
 * The fields of the interface's "Conversion record", in its order. A CSV row has only the number of entries in the
 * breakdown. JSON has the whole breakdown.
 */
export const conversionColumns: readonly CsvColumn<Conversion>[] = [
  ...fieldColumns(['conversion_id', 'converted_at', 'period_started_at', 'period_ended_at']),
  ...amountColumns([
    'total_subnet_points_in_pool',
    'gross_bolts_allocation',
    'total_bolts_distributed',
    'user_bolts_distributed',
    'owner_bolts_distributed',
  ]),
  { name: 'user_breakdown_entries', value: (conversion) => conversion.breakdown.entries },
]

/** The conversion does not exist. The app responds with 404, because the service did not fail. */
export class ConversionMissingError extends Error {
  override readonly name = 'ConversionMissingError'
}

/**
 * Yields the breakdown of one conversion at the caller's pace.
 *
 * @throws ConversionMissingError during iteration if the conversion does not exist.
 * @throws the errors of `findConversion` during iteration.
 */
export async function* breakdownParts(
  access: ServiceAccess,
  { id, listPosition }: { id: string; listPosition: ListPosition },
  options: WalkOptions,
): AsyncGenerator<ExportPart<UserBreakdownEntry>, void, undefined> {
  const { at, from, until } = listPosition
  if (at !== undefined) {
    let isFound = false
    for await (const { entries, head } of streamBreakdown(access, { page: at, from, until }, options)) {
      if (head.conversion_id !== id) break
      isFound = true
      yield { kind: 'rows', rows: entries }
    }
    if (isFound) return
  }
  // The conversion has moved, has no entries, or has its ID after the entries.
  const found = await findConversion(access, { id, listPosition }, { ...options, breakdown: countBreakdown })
  if (found.kind === 'missing') throw new ConversionMissingError()
  const { at: page, ...dates } = found.listPosition
  for await (const { entries } of streamBreakdown(access, { page, from: dates.from, until: dates.until }, options)) {
    yield { kind: 'rows', rows: entries }
  }
}

/**
 * Writes conversions with their whole breakdowns as JSON, at the caller's pace. Each conversion begins with the
 * breakdown, because the service's client returns the other fields after it.
 */
export async function* conversionsJson(
  events: AsyncIterable<EntriesEvent | WalkEvent<Conversion>>,
  texts: RemarkTexts,
): Pieces {
  const written = new Set<string>()
  const remarks = new ExportRemarks()
  let head = '['
  let separator = '\n'
  let state: 'between' | 'in_breakdown' | 'skipped' = 'between'
  const begin = (text: string) => {
    const all = head + separator + text
    head = ''
    separator = ',\n'
    return all
  }
  let count = 0
  try {
    for await (const event of events) {
      if (event.kind === 'pause') {
        // Yields before the pause, so that the download begins.
        yield head
        head = ''
        yield { pauseSeconds: event.seconds }
      }
      if (event.kind === 'entries') {
        const { conversion_id: id } = event.head
        if (state === 'between' && id !== undefined && written.has(id)) state = 'skipped'
        if (state === 'skipped') continue
        yield (state === 'between' ? begin('{"user_breakdown":[') : ',') + event.entries.map(exportJson).join(',')
        state = 'in_breakdown'
        remarks.add({ kind: 'rows', rows: event.entries })
      }
      if (event.kind === 'page') {
        remarks.add({ kind: 'rows', rows: event.page.items })
        for (const item of event.page.items) {
          if (state === 'between') yield begin('{"user_breakdown":[')
          if (isReadable(item)) written.add(item.conversion_id)
          yield `],${fieldsJson(item)}`
          count += 1
          state = 'between'
        }
        state = 'between'
      }
      if (event.kind === 'end') {
        remarks.add(event)
        for (const remark of remarks.texts(texts)) yield begin(exportJson({ remark }))
        yield head + (separator === '\n' ? ']\n' : '\n]\n')
      }
    }
  } catch (error) {
    const rowEnd = state === 'in_breakdown' ? ']}' : ''
    if (head === '') yield rowEnd + begin(exportJson({ remark: texts.brokeOff(count) }))
    throw error
  }
}

/** Writes the fields of a conversion, without the opening brace. */
function fieldsJson(item: Listed<Conversion>): string {
  if (isUnreadable(item)) return `"unreadable":${item.unreadable}}`
  const { breakdown: _, ...fields } = item
  return recordJson(fields).slice(1)
}
