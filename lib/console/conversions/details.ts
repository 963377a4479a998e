import { listConversions, type BreakdownReader, type ServiceAccess, type WalkOptions } from '@/lib/service'
import { selectRows, type BreakdownRow, type RowSelection } from './breakdown-rows'
import { sumBreakdown, type BreakdownTotals } from './breakdown-totals'
import { findConversion, type ConversionFound } from './find'
import type { ListPosition } from './query'

/** The totals of a breakdown, and the rows to show on its page. */
export interface BreakdownDetails extends BreakdownTotals {
  /** The number of rows that match the search. */
  matches: number
  rows: BreakdownRow[]
}

/**
 * Reads a conversion with the selected rows of its breakdown, in bounded memory. If the rows are far from the first
 * row, it reads the conversion twice.
 *
 * @throws the errors of `findConversion`.
 */
export async function readConversionDetails(
  access: ServiceAccess,
  { id, listPosition, selection }: { id: string; listPosition: ListPosition; selection: RowSelection },
  options: WalkOptions,
): Promise<ConversionFound<BreakdownDetails>> {
  const breakdown = () => readBoth(sumBreakdown(), selectRows(selection))
  const found = await findConversion(access, { id, listPosition }, { ...options, breakdown })
  if (found.kind === 'missing') return found
  const [totals, selected] = found.conversion.breakdown
  const withDetails = (details: Pick<BreakdownDetails, 'matches' | 'rows'>) => ({
    ...found,
    conversion: { ...found.conversion, breakdown: { ...totals, ...details } },
  })
  if (selected.kind === 'rows') return withDetails(selected)

  const { at, from, until } = found.listPosition
  const again = () => selectRows(selection, selected.window)
  const { items } = await listConversions(access, { page: at, limit: 1, from, until }, { ...options, breakdown: again })
  const [conversion] = items
  const isSame = conversion && 'conversion_id' in conversion && conversion.conversion_id === id
  // Between the two reads, another conversion has taken this position.
  if (!isSame)
    return readConversionDetails(access, { id, listPosition: { ...listPosition, at: undefined }, selection }, options)
  if (conversion.breakdown.kind !== 'rows') throw new Error('The second read of a breakdown returned no rows.')
  return withDetails(conversion.breakdown)
}

function readBoth<A, B>(a: BreakdownReader<A>, b: BreakdownReader<B>): BreakdownReader<[A, B]> {
  return {
    async add(entries, head) {
      await a.add(entries, head)
      await b.add(entries, head)
    },
    result: () => [a.result(), b.result()],
  }
}
