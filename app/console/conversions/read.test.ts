import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configure } from '@/lib/config/test-support'
import { readConversionList, type ConversionListing } from './read'
import { conversionRecord, serveConversions } from '@/lib/console/shared/test-service'

beforeEach(() => configure())

const withTotal = (number: number, total: number) => ({ ...conversionRecord(number), total_bolts_distributed: total })
const list = [withTotal(1, 5), withTotal(2, 50), withTotal(3, 9)]

const read = (until: string, sort: Parameters<typeof readConversionList>[0]['sort'], page: number) =>
  readConversionList({ dates: { from: undefined, until }, sort, page, limit: 2, after: undefined })

const positionsIn = (listing: ConversionListing) =>
  listing.kind === 'rows'
    ? listing.rows.map(({ row, position }) => ['conversion_id' in row && row.conversion_id, position])
    : listing

describe('readConversionList', () => {
  it('reads one page of the service when there is no sort', async () => {
    const queries = serveConversions(() => list)
    const listing = await read('2026-03-01', null, 2)
    expect(positionsIn(listing)).toEqual([['conversion-3', 3]])
    expect(listing).toMatchObject({ page: 2, limit: 2, total: 3, walk: null })
    expect(queries).toEqual(['until=2026-03-01&page=2&limit=2'])
  })

  it('reads all rows when there is a sort, and returns their positions in the list', async () => {
    serveConversions(() => list)
    const listing = await read('2026-04-01', { key: 'total', direction: 'descending' }, 1)
    expect(positionsIn(listing)).toEqual([
      ['conversion-2', 2],
      ['conversion-3', 3],
    ])
    expect(listing).toMatchObject({ page: 1, limit: 2, total: 3, walk: { kind: 'read', isWhole: true } })
  })

  it('returns the problem when the service fails', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ error: 'No' }, { status: 403 }))
    expect(await read('2026-05-01', null, 1)).toMatchObject({ kind: 'failed', problem: { kind: 'forbidden' } })
  })
})
