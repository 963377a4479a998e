import { describe, expect, it, vi } from 'vitest'
import type { ListPosition } from '@/app/console/conversions/query'
import type { SearchParams } from '@/lib/console/page-url'
import { access, conversionRecord, entryRecord, serveConversions } from '@/lib/console/test-service'
import { readBreakdownQuery } from './breakdown'
import { findConversion, readConversionDetails } from './read'

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

/** The second conversion has 130 entries, and one that cannot be read. */
const conversions = [
  conversionRecord(1),
  conversionRecord(2, [...Array.from({ length: 130 }, (_, user) => entryRecord(user)), null]),
]

async function read(searchParams: SearchParams = {}) {
  const queries = serveConversions(() => conversions)
  const found = await readConversionDetails(
    access,
    { id: 'conversion-2', listPosition: listPosition({ at: 2 }), query: readBreakdownQuery(searchParams) },
    {},
  )
  if (found.kind !== 'found') throw new Error('The conversion is missing.')
  const { total, rows } = found.selected
  const users = rows.map((row) => ('user_id' in row ? row.user_id : null))
  return { breakdown: found.conversion.breakdown, total, users, queries }
}

const usersFrom = (first: number, last: number) =>
  Array.from({ length: first - last + 1 }, (_, index) => `user-${first - index}`)

describe('readConversionDetails', () => {
  it('reads the totals of all entries and one page of them, the unreadable ones last, with one call', async () => {
    const { queries, ...first } = await read()
    expect(first).toMatchObject({
      breakdown: { entries: 131, unreadable: 1, points: { sum: 130, count: 130 } },
      total: 131,
      users: usersFrom(129, 80),
    })
    expect(queries).toEqual(['page=2&limit=1'])
    expect(await read({ page: '3' })).toMatchObject({ users: [...usersFrom(29, 0), null] })
    expect(await read({ page: '4' })).toMatchObject({ total: 131, users: [] })
  })

  it('selects the entries with the text, out of all, the most bolts first by default', async () => {
    const found = { total: 11, breakdown: { entries: 131 } }
    expect(await read({ find: 'user-12' })).toMatchObject({ ...found, users: [...usersFrom(129, 120), 'user-12'] })
    expect(await read({ find: 'wallet-7' })).toMatchObject(found)
    expect(await read({ sort: 'user_id', rows: '1' })).toMatchObject({ users: ['user-0'] })
  })
})
