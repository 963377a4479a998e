import { amountColumns, fieldColumns, type CsvColumn } from '@/lib/console/csv'
import type { ExportPart } from '@/lib/console/parts'
import {
  countBreakdown,
  streamBreakdown,
  type Conversion,
  type ServiceAccess,
  type UserBreakdownEntry,
  type WalkOptions,
} from '@/lib/service'
import { findConversion } from './find'
import type { ListPosition } from './query'

/**
 * The fields of the interface's "Conversion record", in its order. A row has only the number of entries in the
 * breakdown.
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
