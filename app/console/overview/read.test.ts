import { describe, expect, it } from 'vitest'
import { access, conversionRecord, serveConversions } from '@/lib/console/test-service'
import { connectDay } from '@/lib/records/test-support'
import { connectFigures, percentChange, readLatestConversion } from './read'

/** Serves conversions at these times. */
const stubService = (times: (string | null)[]) =>
  serveConversions(() => times.map((converted_at) => ({ ...conversionRecord(1), converted_at })))

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
      ['there is only one', [may], [1]],
    ]
    for (const [what, times, pages] of lists) {
      const asked = stubService(times)
      const found = { total: times.length, latest: may, before: times.length > 1 ? april : null, isKnown: true }
      expect(await readTimes(), what).toEqual(found)
      expect(asked).toEqual(pages.map((page) => `page=${page}&limit=2`))
    }
  })

  it('returns null for what the list does not have, and isKnown false when its first or last row is unreadable', async () => {
    const lists: [(string | null)[], string | null, string | null, boolean][] = [
      [[], null, null, true],
      [[may, null, march], may, null, true],
      [[null, march, january], null, null, false],
      [[january, march, null], null, null, false],
    ]
    for (const [times, latest, before, isKnown] of lists) {
      stubService(times)
      expect(await readTimes(), times.join()).toEqual({ total: times.length, latest, before, isKnown })
    }
  })
})

it('percentChange returns the change with one decimal, and null when the first amount was 0', () => {
  expect(percentChange(104.2, 100)).toBe(4.2)
  expect(percentChange(100, 300)).toBe(-66.7)
  expect(percentChange(100.04, 100)).toBe(0)
  expect([percentChange(0, 0), percentChange(5, 0)]).toEqual([null, null])
})

it('connectFigures returns the rates of the last seven days, and of the seven days before as far as there are any', () => {
  const daysOf = (...counts: number[]) =>
    counts.map((confirmed) => connectDay({ day: '2026-11-01', confirmed, refused: confirmed > 0 ? 1 : 0 }))
  expect(connectFigures(daysOf(99, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 3))).toMatchObject({
    thisWeek: { confirmed: 5, total: 7, percent: 71 },
    weekBefore: { confirmed: 1, total: 2, percent: 50 },
  })
  expect(connectFigures(daysOf(1, 0, 0, 0, 0, 0, 2))).toMatchObject({
    thisWeek: { confirmed: 3 },
    weekBefore: { confirmed: 0, total: 0, percent: null },
  })
})
