import { afterEach, describe, expect, it, vi } from 'vitest'
import type { DecimalText } from '@/lib/service'
import { percentChange, readLatestConversion } from './latest-conversion'

const access = {
  baseUrl: 'https://service.example',
  subnetId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  apiKey: 'key',
  names: { signature: 's', from: 'from', until: 'until', page: 'page', limit: 'limit', address: 'address' },
}

/** Serves conversions at these times, two on a page. */
function stubService(times: (string | null)[]) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const page = Number(new URL(url).searchParams.get('page'))
    asked.push(new URL(url).search)
    const conversions = times.slice((page - 1) * 2, page * 2).map(conversionAt)
    return Response.json({
      status: 'success',
      data: { conversions, pagination: { page, limit: 2, total: times.length } },
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

const [january, february, march, april, may] = [
  '2026-01-31T00:00:00Z',
  '2026-02-28T00:00:00Z',
  '2026-03-31T00:00:00Z',
  '2026-04-30T00:00:00Z',
  '2026-05-31T00:00:00Z',
] as const

afterEach(() => {
  vi.unstubAllGlobals()
})

async function readTimes() {
  const { latest, before, ...others } = await readLatestConversion(access, {})
  return { latest: latest?.converted_at ?? null, before: before?.converted_at ?? null, ...others }
}

describe('readLatestConversion', () => {
  it.each<[string, string[], number[]]>([
    ['the newest of five are first', [may, april, march, february, january], [1, 3]],
    ['the newest of five are last', [january, february, march, april, may], [1, 3, 2]],
    ['the newest of four are last', [february, march, april, may], [1, 2]],
    ['the newest of three are last', [march, april, may], [1, 2]],
    ['the newest of two is first', [may, april], [1]],
    ['the newest of two is last', [april, may], [1]],
  ])('finds the latest conversion and the one before it in few calls when %s', async (_, times, pages) => {
    const asked = stubService(times)
    expect(await readTimes()).toEqual({ total: times.length, latest: may, before: april, isKnown: true })
    expect(asked).toEqual(pages.map((page) => `?page=${page}&limit=2`))
  })

  it('returns no conversion before the latest when there is only one', async () => {
    const asked = stubService([january])
    expect(await readTimes()).toEqual({ total: 1, latest: january, before: null, isKnown: true })
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['first', [null, march, january]],
    ['last', [january, march, null]],
  ])('returns isKnown false when the %s conversion is unreadable', async (_, times) => {
    stubService(times)
    expect(await readTimes()).toEqual({ total: 3, latest: null, before: null, isKnown: false })
  })

  it('returns only the latest when the conversion before it is unreadable', async () => {
    stubService([may, null, march])
    expect(await readTimes()).toEqual({ total: 3, latest: may, before: null, isKnown: true })
  })

  it('returns no latest when there are no conversions', async () => {
    stubService([])
    expect(await readTimes()).toEqual({ total: 0, latest: null, before: null, isKnown: true })
  })
})

describe('percentChange', () => {
  it.each<[DecimalText, DecimalText, number | null]>([
    ['104.2', '100', 4.2],
    ['100', '300', -66.7],
    ['100.04', '100', 0],
    ['0', '0', null],
    ['5', '0', null],
  ])('for %s after %s returns %j', (now, before, change) => {
    expect(percentChange(now, before)).toBe(change)
  })
})
