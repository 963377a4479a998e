import { describe, expect, it, vi } from 'vitest'
import { access, conversionRecord } from '@/lib/console/shared/test-service'
import { percentChange, readLatestConversion } from './latest-conversion'

/** Serves conversions at these times, two on a page. */
function stubService(times: (string | null)[]) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    const page = Number(new URL(url).searchParams.get('page'))
    asked.push(new URL(url).search)
    const shown = times.slice((page - 1) * 2, page * 2)
    const conversions = shown.map((converted_at) => ({ ...conversionRecord(1), converted_at }))
    return Response.json({
      status: 'success',
      data: { conversions, pagination: { page, limit: 2, total: times.length } },
    })
  })
  return asked
}

const [january, february, march, april, may] = [
  '2026-01-31T00:00:00Z',
  '2026-02-28T00:00:00Z',
  '2026-03-31T00:00:00Z',
  '2026-04-30T00:00:00Z',
  '2026-05-31T00:00:00Z',
] as const

async function readTimes() {
  const { latest, before, ...others } = await readLatestConversion(access, {})
  return { latest: latest?.converted_at ?? null, before: before?.converted_at ?? null, ...others }
}

describe('readLatestConversion', () => {
  it('finds the latest conversion and the one before it in few calls, in either order of the list', async () => {
    const lists: [string, string[], number[]][] = [
      ['the newest of five are first', [may, april, march, february, january], [1, 3]],
      ['the newest of five are last', [january, february, march, april, may], [1, 3, 2]],
      ['the newest of four are last', [february, march, april, may], [1, 2]],
      ['the newest of three are last', [march, april, may], [1, 2]],
      ['the newest of two is first', [may, april], [1]],
      ['the newest of two is last', [april, may], [1]],
    ]
    for (const [what, times, pages] of lists) {
      const asked = stubService(times)
      const found = { total: times.length, latest: may, before: april, isKnown: true }
      expect(await readTimes(), what).toEqual(found)
      expect(asked).toEqual(pages.map((page) => `?page=${page}&limit=2`))
    }
  })

  it('returns no conversion before the latest when there is only one', async () => {
    const asked = stubService([january])
    expect(await readTimes()).toEqual({ total: 1, latest: january, before: null, isKnown: true })
    expect(asked).toHaveLength(1)
  })

  it('returns isKnown false when the first or the last conversion is unreadable', async () => {
    for (const times of [
      [null, march, january],
      [january, march, null],
    ]) {
      stubService(times)
      expect(await readTimes()).toEqual({ total: 3, latest: null, before: null, isKnown: false })
    }
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

it('percentChange returns the change with one decimal, and null when the first amount was 0', () => {
  expect(percentChange('104.2', '100')).toBe(4.2)
  expect(percentChange('100', '300')).toBe(-66.7)
  expect(percentChange('100.04', '100')).toBe(0)
  expect([percentChange('0', '0'), percentChange('5', '0')]).toEqual([null, null])
})
