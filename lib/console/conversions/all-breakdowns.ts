import { amountColumns, fieldColumns, type CsvColumn } from '@/lib/console/shared/csv'
import type { ExportPart } from '@/lib/console/shared/export-parts'
import {
  isUnreadable,
  type Conversion,
  type ConversionHead,
  type EntriesEvent,
  type Listed,
  type UserBreakdownEntry,
  type WalkEvent,
} from '@/lib/service'
import type { UserEntries } from '@/lib/console/shared/user-bolts'

/** An entry of a breakdown with its conversion. */
export interface BreakdownLine extends UserBreakdownEntry {
  /** Position of the conversion in the list, from 1. */
  conversion_number: number
  /** Empty if the service sends it after the breakdown. */
  conversion_id: string
  converted_at: string
}

/** The fields of the interface's "User breakdown entry", in its order. */
export const entryColumns: readonly CsvColumn<UserBreakdownEntry>[] = [
  ...fieldColumns(['wallet_address', 'user_id']),
  ...amountColumns(['subnet_points', 'share_percentage', 'bolts_earned']),
]

/** The columns of the conversion, then the columns of the entry. */
export const lineColumns: readonly CsvColumn<BreakdownLine>[] = [
  ...fieldColumns(['conversion_number', 'conversion_id', 'converted_at']),
  ...entryColumns,
]

/**
 * Yields the breakdowns of all conversions at the caller's pace. If the list changes during the walk, it can have a
 * conversion twice. This function skips the second one.
 */
export async function* allBreakdownParts(
  events: AsyncIterable<EntriesEvent | WalkEvent<Conversion>>,
): AsyncGenerator<ExportPart<BreakdownLine>, void, undefined> {
  const seen = new Set<string>()
  let number = 1
  for await (const event of events) {
    if (event.kind === 'entries') {
      const { conversion_id: id } = event.head
      if (id !== undefined && seen.has(id)) continue
      yield { kind: 'rows', rows: event.entries.map((entry) => lineOf(entry, event.head, number)) }
    } else if (event.kind === 'page') {
      for (const item of event.page.items) if (!isUnreadable(item)) seen.add(item.conversion_id)
      number += event.page.items.length
      yield { kind: 'rows', rows: event.page.items.filter(isUnreadable) }
    } else yield event
  }
}

/** Yields one user's entries in the breakdowns of all conversions. */
export async function* userBoltsParts(
  events: AsyncIterable<WalkEvent<Conversion<UserEntries>>>,
): AsyncGenerator<ExportPart<BreakdownLine>, void, undefined> {
  let number = 1
  for await (const event of events) {
    if (event.kind !== 'page') {
      yield event
      continue
    }
    for (const item of event.page.items) {
      const rows = isUnreadable(item) ? [item] : item.breakdown.entries.map((entry) => lineOf(entry, item, number))
      yield { kind: 'rows', rows }
      number += 1
    }
  }
}

function lineOf(
  entry: Listed<UserBreakdownEntry>,
  { conversion_id = '', converted_at = '' }: ConversionHead,
  conversion_number: number,
): Listed<BreakdownLine> {
  return isUnreadable(entry) ? entry : { conversion_number, conversion_id, converted_at, ...entry }
}
