import { listConversions, type BreakdownReader, type ServiceAccess, type WalkOptions } from '@/lib/service'
import { selectRows, type BreakdownRow, type RowSelection } from './breakdown-rows'
import { sumBreakdown, type BreakdownTotals } from './breakdown-totals'
import { findConversion, type ConversionFound } from './find'
import type { ListPosition } from './query'

/** A breakdown as its page shows it: what it adds up to, and some of its rows. */
export interface BreakdownDetails extends BreakdownTotals {
  /** How many rows the search has found. */
  matches: number
  rows: BreakdownRow[]
}

/**
 * Reads a conversion with the selected rows of its breakdown, in bounded memory. For rows far from the first
 * one, the conversion is read twice.
 *
 * @throws as `findConversion` does
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
  // Another conversion has taken its place between the two reads, so it has to be found again.
  if (!isSame)
    return readConversionDetails(access, { id, listPosition: { ...listPosition, at: undefined }, selection }, options)
  if (conversion.breakdown.kind !== 'rows') throw new Error('The second read of a breakdown gives rows.')
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
