import { describe, expect, it, vi } from 'vitest'
import { findConversion } from './find'
import type { ListPosition } from '../query'
import { access, conversionRecord, serveConversions } from '@/lib/console/shared/test-service'

let asked: string[] = []

/** Serves `total` conversions, each numbered by its position. */
function serviceWith(total: number): void {
  const conversions = Array.from({ length: total }, (_, index) => conversionRecord(index + 1))
  asked = serveConversions(() => conversions)
}

const listPosition = (change: Partial<ListPosition> = {}): ListPosition => ({
  at: undefined,
  from: undefined,
  until: undefined,
  listRows: 10,
  ...change,
})
const find = (number: number, at: ListPosition) =>
  findConversion(access, { id: `conversion-${number}`, listPosition: at }, {})

describe('findConversion', () => {
  it('finds the conversion at its position with one call for one row', async () => {
    serviceWith(200)
    const there = listPosition({ at: 37, from: '2025-01-01', until: '2026-01-31' })
    expect(await find(37, there)).toMatchObject({
      kind: 'found',
      conversion: { conversion_id: 'conversion-37' },
      listPosition: there,
    })
    expect(asked).toEqual(['from=2025-01-01&until=2026-01-31&page=37&limit=1'])
  })

  it('searches the list without dates when the conversion is not at the position, or the position is unknown', async () => {
    for (const wrong of [{ at: 36 }, { at: 500 }, {}]) {
      serviceWith(200)
      expect(await find(37, listPosition({ ...wrong, from: '2025-01-01' }))).toMatchObject({
        kind: 'found',
        conversion: { conversion_id: 'conversion-37' },
        listPosition: { at: 37, from: undefined, until: undefined, listRows: 10 },
      })
      const walk = asked.filter((query) => !query.endsWith('limit=1'))
      expect(walk).toEqual([1, 2].map((page) => `page=${page}&limit=20`))
    }
  })

  it('searches the list when the service refuses the position as a page that does not exist', async () => {
    for (const [status, isFound] of [
      [404, true],
      [403, false],
    ] as const) {
      serviceWith(200)
      const serve = fetch
      const refuse = () => Promise.resolve(Response.json({ error: 'No' }, { status }))
      vi.stubGlobal('fetch', (url: URL, init: RequestInit) =>
        /[?&]page=500&/.test(url.toString()) ? refuse() : serve(url, init),
      )
      const found = await find(37, listPosition({ at: 500 })).catch((error: unknown) => error)
      expect(found).toMatchObject(isFound ? { kind: 'found', listPosition: { at: 37 } } : { kind: 'forbidden' })
    }
  })

  it('returns missing when the whole list does not have the conversion', async () => {
    serviceWith(30)
    const missing = { kind: 'missing', isWhole: true, unreadable: 0 }
    expect(await find(31, listPosition({ at: 3 }))).toEqual({ ...missing, searched: 30 })
    serviceWith(0)
    expect(await find(1, listPosition())).toEqual({ ...missing, searched: 0 })
  })

  it('stops after 1,000 conversions and returns isWhole false when there are more', async () => {
    serviceWith(1001)
    expect(await find(1001, listPosition())).toEqual({ kind: 'missing', searched: 1000, isWhole: false, unreadable: 0 })
    expect(asked.length).toBeLessThanOrEqual(51)
    expect(await find(1000, listPosition())).toMatchObject({ kind: 'found' })
  })
})
