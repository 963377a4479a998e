import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServiceAccess } from '@/lib/service'
import type { ConversionPlace } from './conversion-query'
import { findConversion } from './find-conversion'

const access: ServiceAccess = {
  baseUrl: 'https://service.example',
  subnetId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  apiKey: 'key-12345',
  names: { signature: 'signature', from: 'from', until: 'until', page: 'page', limit: 'limit', address: 'address' },
}

const conversion = (number: number) => ({
  conversion_id: `conversion-${number}`,
  converted_at: '2026-01-05T01:00:00Z',
  period_started_at: '2025-12-29T00:00:00Z',
  period_ended_at: '2026-01-05T00:00:00Z',
  total_subnet_points_in_pool: 1,
  gross_bolts_allocation: 1,
  total_bolts_distributed: 1,
  user_bolts_distributed: 1,
  owner_bolts_distributed: 0,
  user_breakdown: [],
})

let asked: string[] = []

/** Answers with pages of as many conversions as there are, numbered from 1 as their positions are. */
function serviceWith(total: number): void {
  asked = []
  vi.stubGlobal('fetch', async (url: string | URL) => {
    const { searchParams } = new URL(url)
    const [page, limit] = [Number(searchParams.get('page')), Number(searchParams.get('limit'))]
    asked.push(searchParams.toString())
    const first = (page - 1) * limit
    const conversions = Array.from({ length: Math.max(Math.min(limit, total - first), 0) }, (_, i) =>
      conversion(first + i + 1),
    )
    return Response.json({ status: 'success', data: { conversions, pagination: { page, limit, total } } })
  })
}

beforeEach(() => {
  vi.unstubAllGlobals()
})

const place = (change: Partial<ConversionPlace> = {}): ConversionPlace => ({
  at: undefined,
  from: undefined,
  until: undefined,
  listRows: 10,
  ...change,
})
const find = (number: number, at: ConversionPlace) =>
  findConversion(access, { id: `conversion-${number}`, place: at }, {})

describe('findConversion', () => {
  it('finds it at its place with one call for one row', async () => {
    serviceWith(200)
    const there = place({ at: 37, from: '2025-01-01', until: '2026-01-31' })
    expect(await find(37, there)).toMatchObject({
      kind: 'found',
      conversion: { conversion_id: 'conversion-37' },
      place: there,
    })
    expect(asked).toEqual(['from=2025-01-01&until=2026-01-31&page=37&limit=1'])
  })

  it.each([{ at: 36 }, { at: 500 }, {}])('looks for it in all of them where %j is not its place', async (wrong) => {
    serviceWith(200)
    expect(await find(37, place({ ...wrong, from: '2025-01-01' }))).toMatchObject({
      kind: 'found',
      conversion: { conversion_id: 'conversion-37' },
      place: { at: 37, from: undefined, until: undefined, listRows: 10 },
    })
    // The walk looks one page ahead.
    expect(asked.filter((query) => !query.endsWith('limit=1'))).toEqual([
      'page=1&limit=20',
      'page=2&limit=20',
      'page=3&limit=20',
    ])
  })

  it('says that there is none where all have been looked through', async () => {
    serviceWith(30)
    expect(await find(31, place({ at: 3 }))).toEqual({ kind: 'missing', searched: 30, isWhole: true })
    serviceWith(0)
    expect(await find(1, place())).toEqual({ kind: 'missing', searched: 0, isWhole: true })
  })

  it('gives up after a thousand, and says that there are more', async () => {
    serviceWith(1001)
    expect(await find(1001, place())).toEqual({ kind: 'missing', searched: 1000, isWhole: false })
    expect(asked.length).toBeLessThanOrEqual(51)
    expect(await find(1000, place())).toMatchObject({ kind: 'found' })
  })
})
