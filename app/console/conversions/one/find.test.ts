import { describe, expect, it, vi } from 'vitest'
import type { ListPosition } from '@/app/console/conversions/query'
import { configure } from '@/lib/config/test-support'
import { access, conversionRecord, serveConversions } from '@/lib/console/test-support'
import { orThrow } from '@/lib/service'
import { findConversion, readNeighbours, type Neighbour } from './find'

let asked: string[] = []

/** Serves `total` conversions, each numbered by its position. */
function serviceWith(total: number): void {
  const conversions = Array.from({ length: total }, (_, index) => conversionRecord(index + 1))
  asked = serveConversions(conversions)
}

const search = (number: number, listPosition: ListPosition = {}) =>
  findConversion(access, { id: `conversion-${number}`, listPosition }, {})
const find = async (...given: Parameters<typeof search>) => orThrow(await search(...given))

describe('findConversion', () => {
  it('finds the conversion at its position with one call for one row', async () => {
    serviceWith(200)
    const listPosition = { at: 37, from: '2025-01-01', until: '2026-01-31' }
    const found = { kind: 'found', conversion: { conversion_id: 'conversion-37' }, listPosition }
    expect(await find(37, listPosition)).toMatchObject(found)
    expect(asked).toEqual(['from=2025-01-01&until=2026-01-31&page=37&limit=1'])
  })

  it('searches the list without dates when the conversion is not at the position, or the position is unknown', async () => {
    for (const wrong of [{ at: 36 }, { at: 500 }, {}]) {
      serviceWith(200)
      const found = await find(37, { ...wrong, from: '2025-01-01' })
      expect(found).toMatchObject({ kind: 'found', conversion: { conversion_id: 'conversion-37' } })
      expect(found).toHaveProperty('listPosition', { at: 37 })
      const walk = asked.filter((query) => !query.endsWith('limit=1'))
      expect(walk).toEqual([1, 2].map((page) => `page=${page}&limit=20`))
    }
  })

  it('searches the list when the service refuses the position as a page that does not exist', async () => {
    for (const [status, expected] of [
      [404, { data: { kind: 'found', listPosition: { at: 37 } } }],
      [403, { error: { kind: 'forbidden' } }],
    ] as const) {
      serviceWith(200)
      const serve = fetch
      const refuse = () => Promise.resolve(Response.json({ error: 'No' }, { status }))
      vi.stubGlobal('fetch', (url: URL, init: RequestInit) =>
        /[?&]page=500&/.test(url.toString()) ? refuse() : serve(url, init),
      )
      expect(await search(37, { at: 500 })).toMatchObject(expected)
    }
  })

  it('returns missing when the whole list does not have the conversion', async () => {
    serviceWith(30)
    const missing = { kind: 'missing', isWhole: true, unreadable: 0 }
    expect(await find(31, { at: 3 })).toEqual({ ...missing, searched: 30 })
    serviceWith(0)
    expect(await find(1)).toEqual({ ...missing, searched: 0 })
  })

  it('stops after 1,000 conversions and returns isWhole false when there are more', async () => {
    serviceWith(1001)
    expect(await find(1001)).toEqual({ kind: 'missing', searched: 1000, isWhole: false, unreadable: 0 })
    expect(asked.length).toBeLessThanOrEqual(51)
    expect(await find(1000)).toMatchObject({ kind: 'found' })
  })
})

describe('readNeighbours', () => {
  const week = (number: number, converted_at = `2026-01-${String(number * 7).padStart(2, '0')}T01:00:00Z`) => ({
    ...conversionRecord(number),
    converted_at,
  })

  /** Reads the conversions before and after the conversion of the second week, at this position of the list. */
  async function around(list: readonly unknown[], at = 2) {
    configure()
    asked = serveConversions(list)
    const { older, newer } = await readNeighbours(week(2), { at, from: '2026-01-01' })
    const nameOf = (found: Neighbour | undefined) => found && [found.conversion.conversion_id, found.at]
    return [nameOf(older), nameOf(newer)]
  }

  it('reads one row on each side within the dates of the list', async () => {
    const [older, newer] = await around([week(3), week(2), week(1)])
    expect(older).toEqual(['conversion-1', 3])
    expect(newer).toEqual(['conversion-3', 1])
    expect(asked.toSorted()).toEqual(['from=2026-01-01&page=1&limit=1', 'from=2026-01-01&page=3&limit=1'])
    expect(await around([week(2)], 1)).toEqual([undefined, undefined])
    expect(asked).toEqual(['from=2026-01-01&page=2&limit=1'])
  })

  it('compares the times in any order of the list, and leaves out an unreadable neighbour', async () => {
    const time = week(2).converted_at
    for (const [what, list, ...expected] of [
      ['the oldest first', [week(1), week(2), week(3)], ['conversion-1', 1], ['conversion-3', 3]],
      ['both are older', [week(1), week(2), week(0, '2026-01-01T01:00:00Z')], ['conversion-1', 1], undefined],
      ['equal times', [week(3, time), week(2), week(1, time)], ['conversion-1', 3], ['conversion-3', 1]],
      ['one is unreadable', [week(3), week(2), { conversion_id: 1 }], undefined, ['conversion-3', 1]],
    ] as const)
      expect(await around(list), what).toEqual(expected)
  })

  it('has none when the service fails, or refuses a page beyond the list', async () => {
    configure()
    for (const status of [403, 404]) {
      vi.stubGlobal('fetch', async () => Response.json({ error: 'No' }, { status }))
      expect(await readNeighbours(week(2), { at: 1 })).toEqual({})
    }
  })
})
