import 'server-only'
import type { Listed, ServiceAccess, UserBreakdownEntry, WalkOptions } from '@/lib/service'
import { withTotals, type ConversionRow } from '../breakdown-totals'
import type { ListPosition } from '../query'
import { selectEntries, type EntrySelection } from './breakdown'
import { findConversion, type ConversionFound } from './find'

/** A conversion with its totals, and the entries to show on its page. */
export interface ConversionDetails {
  kind: 'found'
  conversion: ConversionRow
  listPosition: ListPosition & { at: number }
  selected: SelectedEntries
}

/** One page of the entries that match the search. */
export interface SelectedEntries {
  rows: Listed<UserBreakdownEntry>[]
  matches: number
}

/**
 * Reads a conversion with its totals and the selected entries of its breakdown.
 *
 * @throws the errors of `findConversion`.
 */
export async function readConversionDetails(
  access: ServiceAccess,
  { id, listPosition, selection }: { id: string; listPosition: ListPosition; selection: EntrySelection },
  options: WalkOptions,
): Promise<ConversionDetails | Extract<ConversionFound, { kind: 'missing' }>> {
  const found = await findConversion(access, { id, listPosition }, options)
  if (found.kind === 'missing') return found
  const { conversion } = found
  return { ...found, conversion: withTotals(conversion), selected: selectEntries(conversion.user_breakdown, selection) }
}
