import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import type { Conversion } from '@/lib/service'
import { readNeighbours, type NeighbourFound } from './neighbours'
import { conversionRecord, serveConversions } from '@/lib/console/test-service'

beforeEach(() => configure())

const week = (number: number, converted_at = `2026-01-${String(number * 7).padStart(2, '0')}T01:00:00Z`) => ({
  ...conversionRecord(number),
  converted_at,
})

/** Reads the conversions before and after the conversion at this position of the list. */
async function around(list: readonly unknown[], at = 2) {
  const queries = serveConversions(() => list)
  const conversion = list[at - 1] as Conversion
  const { older, newer } = await readNeighbours(conversion, { at, from: '2026-01-01', until: undefined, listRows: 20 })
  const nameOf = (found: NeighbourFound) =>
    found && found !== 'unknown' ? [found.conversion.conversion_id, found.at] : found
  return { older: nameOf(older), newer: nameOf(newer), queries: queries.toSorted() }
}

describe('readNeighbours', () => {
  it('reads one row on each side within the dates of the list', async () => {
    expect(await around([week(3), week(2), week(1)])).toEqual({
      older: ['conversion-1', 3],
      newer: ['conversion-3', 1],
      queries: ['from=2026-01-01&page=1&limit=1', 'from=2026-01-01&page=3&limit=1'],
    })
  })

  it('compares the times in any order of the list, and reports an unreadable neighbour', async () => {
    const time = '2026-01-05T01:00:00Z'
    for (const [what, list, older, newer] of [
      ['the oldest first', [week(1), week(2), week(3)], ['conversion-1', 1], ['conversion-3', 3]],
      ['both are older', [week(1), week(3), week(2)], ['conversion-2', 3], null],
      ['equal times', [week(3, time), week(2, time), week(1, time)], ['conversion-1', 3], ['conversion-3', 1]],
      ['one is unreadable', [week(3), week(2), { conversion_id: 1 }], 'unknown', ['conversion-3', 1]],
    ] as const)
      expect(await around(list), what).toMatchObject({ older, newer })
  })

  it('returns null for both when the list has one conversion', async () => {
    expect(await around([week(1)], 1)).toEqual({
      older: null,
      newer: null,
      queries: ['from=2026-01-01&page=2&limit=1'],
    })
  })

  it('returns unknown for both when the service fails', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ error: 'No' }, { status: 403 }))
    const conversion = week(2) as unknown as Conversion
    const position = { at: 2, from: undefined, until: undefined, listRows: 20 }
    expect(await readNeighbours(conversion, position)).toEqual({ older: 'unknown', newer: 'unknown' })
  })

  it('returns null for a position that the service refuses because the list has no such page', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ error: 'Not found' }, { status: 404 }))
    const position = { at: 1, from: undefined, until: undefined, listRows: 20 }
    expect(await readNeighbours(week(1) as unknown as Conversion, position)).toEqual({ older: null, newer: null })
  })
})
