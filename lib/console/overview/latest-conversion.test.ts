import { afterEach, describe, expect, it, vi } from 'vitest'
import { readLatestConversion } from './latest-conversion'

const access = {
  baseUrl: 'https://service.example',
  subnetId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  apiKey: 'key',
  names: { signature: 's', from: 'from', until: 'until', page: 'page', limit: 'limit', address: 'address' },
}

/** A service with conversions at these times, one a page. */
function stubService(times: (string | null)[]) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const page = Number(new URL(url).searchParams.get('page'))
    asked.push(new URL(url).search)
    const time = times[page - 1]
    const conversions = time === undefined ? [] : [conversionAt(time)]
    return Response.json({
      status: 'success',
      data: { conversions, pagination: { page, limit: 1, total: times.length } },
    })
  })
  return asked
}

const conversionAt = (time: string | null) => ({
  conversion_id: time,
  converted_at: time,
  period_started_at: time,
  period_ended_at: time,
  total_subnet_points_in_pool: 1,
  gross_bolts_allocation: 1,
  total_bolts_distributed: 1,
  user_bolts_distributed: 1,
  owner_bolts_distributed: 0,
  user_breakdown: [],
})

const [january, february, march] = ['2026-01-31T00:00:00Z', '2026-02-28T00:00:00Z', '2026-03-31T00:00:00Z'] as const

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('readLatestConversion', () => {
  it.each([
    ['the newest first', [march, february, january]],
    ['the oldest first', [january, february, march]],
  ])('finds it in a list with %s, and asks for no other', async (_, times) => {
    const asked = stubService(times)
    const { total, latest } = await readLatestConversion(access, {})
    expect({ total, latest: latest?.converted_at }).toEqual({ total: 3, latest: march })
    expect(asked).toEqual(['?page=1&limit=1', '?page=3&limit=1'])
  })

  it('asks once where there is one', async () => {
    const asked = stubService([january])
    expect((await readLatestConversion(access, {})).latest?.converted_at).toBe(january)
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['first', [null, january]],
    ['last', [january, null]],
  ])('is not known where the %s one cannot be read', async (_, times) => {
    stubService(times)
    expect(await readLatestConversion(access, {})).toEqual({ total: 2, latest: null, isKnown: false })
  })

  it('is null where there is none', async () => {
    stubService([])
    expect(await readLatestConversion(access, {})).toEqual({ total: 0, latest: null, isKnown: true })
  })
})
