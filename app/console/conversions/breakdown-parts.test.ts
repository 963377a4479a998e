import { describe, expect, it } from 'vitest'
import type { ExportPart } from '@/lib/console/export-parts'
import { access, conversionRecord, entryRecord, serveConversions } from '@/lib/console/test-support'
import { walkConversions } from '@/lib/service'
import { collected } from '@/lib/service/test-support'
import { findConversion } from './one/find'
import { allBreakdownParts, breakdownParts, ConversionMissingError } from './breakdown-parts'

const unreadableIn = (parts: ExportPart<unknown>[]) =>
  parts.reduce((sum, part) => sum + ((part.kind === 'rows' && part.unreadable) || 0), 0)
const rowsIn = <Row>(parts: ExportPart<Row>[]) => parts.flatMap((part) => (part.kind === 'rows' ? part.rows : []))

describe('breakdownParts', () => {
  const entries = Array.from({ length: 2500 }, (_, user) => entryRecord(user))
  const partsOf = (id: string) => {
    serveConversions([conversionRecord(1), conversionRecord(2, [...entries, null])])
    return collected(breakdownParts(findConversion(access, { id, listPosition: { at: 2 } }, {})))
  }

  it("yields a thousand entries at a time in the service's order", async () => {
    const parts = await partsOf('conversion-2')
    expect(parts.map((part) => part.kind === 'rows' && part.rows.length)).toEqual([1000, 1000, 500, 0])
    expect(rowsIn(parts)).toMatchObject(entries)
    expect(unreadableIn(parts)).toBe(1)
    expect(rowsIn(await partsOf('conversion-1'))).toEqual([])
  })

  it('throws ConversionMissingError when there is no such conversion', async () => {
    await expect(partsOf('conversion-9')).rejects.toBeInstanceOf(ConversionMissingError)
  })
})

it('allBreakdownParts yields the entries of all breakdowns with their conversions, and counts unreadable entries and conversions', async () => {
  serveConversions([
    conversionRecord(1, [entryRecord(1), entryRecord(2)]),
    { ...conversionRecord(2, [entryRecord(2)]), total_bolts_distributed: null },
    conversionRecord(3, [entryRecord(3), { ...entryRecord(2), bolts_earned: null }]),
  ])
  const parts = await collected(allBreakdownParts(walkConversions(access, {})))
  const lineOf = (number: number, user: number) => ({
    conversion_number: number,
    conversion_id: `conversion-${number}`,
    converted_at: '2026-01-05T01:00:00Z',
    ...entryRecord(user),
  })
  expect(rowsIn(parts)).toEqual([lineOf(1, 1), lineOf(1, 2), lineOf(3, 3)])
  expect(unreadableIn(parts)).toBe(2)
  expect(parts.at(-1)).toEqual({ kind: 'end', hasChanged: false })
})
