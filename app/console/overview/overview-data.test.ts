import { expect, it } from 'vitest'
import { access, conversionRecord, serveConversions } from '@/lib/console/test-support'
import { orThrow } from '@/lib/service'
import { readLatestConversion } from './overview-data'

const [january, february, march] = ['2026-01-31T00:00:00Z', '2026-02-28T00:00:00Z', '2026-03-31T00:00:00Z'] as const

it('readLatestConversion reads the first and the last of the list, in either order, and says what it does not have', async () => {
  const lists: [times: (string | null)[], latest: string, at: number, pages: number[]][] = [
    [[march, february, january], march, 1, [1, 3]],
    [[january, february, march], march, 3, [1, 3]],
    [[march], march, 1, [1]],
    [[], 'none', 1, [1]],
    [[march, null, january], march, 1, [1, 3]],
    [[null, march, january], 'unknown', 1, [1, 3]],
    [[january, march, null], 'unknown', 1, [1, 3]],
  ]
  for (const [times, expected, at, pages] of lists) {
    const asked = serveConversions(times.map((converted_at) => ({ ...conversionRecord(1), converted_at })))
    const { latest, ...found } = orThrow(await readLatestConversion(access, {}))
    expect([typeof latest === 'string' ? latest : latest.converted_at, found.at], times.join()).toEqual([expected, at])
    expect(asked).toEqual(pages.map((page) => `page=${page}&limit=1`))
  }
})
