import { fieldColumns, type CsvColumn } from '@/lib/console/csv'
import type { ExportPart } from '@/lib/console/export-parts'
import type { Conversion, Listed, Result, UserBreakdownEntry, WalkEvent } from '@/lib/service'
import type { ConversionFound } from './one/find'

export const entryColumns: readonly CsvColumn<UserBreakdownEntry>[] = fieldColumns([
  'wallet_address',
  'user_id',
  'subnet_points',
  'share_percentage',
  'bolts_earned',
])

interface BreakdownLine extends UserBreakdownEntry, Pick<Conversion, 'conversion_id' | 'converted_at'> {
  conversion_number: number
}

export const lineColumns: readonly CsvColumn<BreakdownLine>[] = [
  ...fieldColumns(['conversion_number', 'conversion_id', 'converted_at']),
  ...entryColumns,
]

/** The conversion does not exist. The app responds with 404, because the service did not fail. */
export class ConversionMissingError extends Error {
  override readonly name = 'ConversionMissingError'
}

export async function* breakdownParts(
  search: Promise<Result<ConversionFound>>,
): AsyncGenerator<ExportPart<UserBreakdownEntry>, void, undefined> {
  const result = await search
  if (!result.ok) return yield { kind: 'failed', error: result.error }
  if (result.data.kind === 'missing') throw new ConversionMissingError()
  yield* linesOf(result.data.conversion)
}

export async function* allBreakdownParts(
  events: AsyncIterable<WalkEvent<Conversion>>,
): AsyncGenerator<ExportPart<BreakdownLine>, void, undefined> {
  for await (const event of events) {
    if (event.kind !== 'page') yield event
    else {
      for (const conversion of event.page.items) yield* linesOf(conversion)
      yield { kind: 'rows', rows: [], unreadable: event.page.unreadable }
    }
  }
}

const chunkSize = 1000

/** Yields some entries at a time, so that a file of a million rows is never one text. */
function* linesOf(conversion: Listed<Conversion>): Generator<ExportPart<BreakdownLine>> {
  const { position: conversion_number, conversion_id, converted_at } = conversion
  const { user_breakdown: entries, unreadableEntries: unreadable } = conversion
  for (let first = 0; first < entries.length; first += chunkSize) {
    const chunk = entries.slice(first, first + chunkSize)
    yield { kind: 'rows', rows: chunk.map((entry) => ({ conversion_number, conversion_id, converted_at, ...entry })) }
  }
  yield { kind: 'rows', rows: [], unreadable }
}
