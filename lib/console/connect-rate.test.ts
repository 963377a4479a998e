import { describe, expect, it } from 'vitest'
import { connectDay } from '@/lib/records/test-support'
import { connectReport } from './connect-rate'

const dayOf = (day: string, changed: Parameters<typeof connectDay>[0] = {}) => connectDay({ day, ...changed })

/** Makes a day for each number, with this number of confirms. Each day has one refusal, unless its number is 0. */
const daysOf = (...confirmed: number[]) =>
  confirmed.map((count, index) =>
    dayOf(`2026-11-${String(index + 1).padStart(2, '0')}`, { confirmed: count, refused: count > 0 ? 1 : 0 }),
  )

describe('connectReport', () => {
  it('sums up today, the last seven days and all days when there are more than seven days', () => {
    const { today, week, whole } = connectReport(daysOf(9, 1, 0, 0, 0, 0, 0, 3))
    expect(today).toEqual({ confirmed: 3, total: 4, percent: 75 })
    expect(week).toEqual({ confirmed: 4, total: 6, percent: 67 })
    expect(whole).toEqual({ confirmed: 13, total: 16, percent: 81 })
  })

  it('returns a column for each day, with heights in percent of the highest day, when days differ', () => {
    const { columns } = connectReport([
      dayOf('2026-11-20', { confirmed: 6, refused: 2 }),
      dayOf('2026-11-21', { confirmed: 2, refused: 4 }),
    ])
    expect(columns).toEqual([
      { day: '2026-11-20', confirmed: 6, refused: 2, total: 8, percent: 75, confirmedHeight: 75, refusedHeight: 25 },
      { day: '2026-11-21', confirmed: 2, refused: 4, total: 6, percent: 33, confirmedHeight: 25, refusedHeight: 50 },
    ])
  })

  it('returns heights and lengths of 0 and no rate when the day has no counts', () => {
    const { today, columns, funnel, ways, languages, reasons } = connectReport([dayOf('2026-11-21')])
    expect(today).toEqual({ confirmed: 0, total: 0, percent: null })
    expect(columns.map(({ confirmedHeight, refusedHeight }) => [confirmedHeight, refusedHeight])).toEqual([[0, 0]])
    expect(funnel.map(({ length }) => length)).toEqual([0, 0, 0, 0])
    expect([ways, languages, reasons]).toEqual([[], [], []])
  })

  it('rounds a rate to 0 or 100 percent only when it is exact', () => {
    const percentOf = (confirmed: number, refused: number) =>
      connectReport([dayOf('2026-11-21', { confirmed, refused })]).whole.percent
    expect([percentOf(1999, 1), percentOf(1, 1999), percentOf(5, 0), percentOf(0, 5)]).toEqual([99, 1, 100, 0])
  })

  it('counts each step from the arrivals to the confirms when several days have steps', () => {
    const { funnel } = connectReport([
      dayOf('2026-11-20', { steps: { arrived: 30, signed_in: 20 }, confirmed: 7, refused: 2 }),
      dayOf('2026-11-21', { steps: { arrived: 10, signed_in: 10 }, confirmed: 3 }),
    ])
    expect(funnel).toEqual([
      { step: 'arrived', count: 40, length: 100 },
      { step: 'signed_in', count: 30, length: 75 },
      { step: 'pressed', count: 12, length: 30 },
      { step: 'confirmed', count: 10, length: 25 },
    ])
  })

  it('sums up ways, languages and reasons, the most frequent first, when days have several', () => {
    const { ways, languages, reasons } = connectReport([
      dayOf('2026-11-20', {
        ways: { deep_link: { presses: 1, confirmed: 1 }, browser: { presses: 4, confirmed: 2 } },
        languages: { de: { presses: 5, confirmed: 3 } },
        reasons: { no_answer: 1, request_expired: 1 },
      }),
      dayOf('2026-11-21', {
        ways: { deep_link: { presses: 5, confirmed: 2 } },
        languages: { en: { presses: 7, confirmed: 0 } },
        reasons: { request_expired: 3 },
      }),
    ])
    expect(ways).toEqual([
      { name: 'deep_link', confirmed: 3, total: 6, percent: 50 },
      { name: 'browser', confirmed: 2, total: 4, percent: 50 },
    ])
    expect(languages).toEqual([
      { name: 'en', confirmed: 0, total: 7, percent: 0 },
      { name: 'de', confirmed: 3, total: 5, percent: 60 },
    ])
    expect(reasons).toEqual([
      { reason: 'request_expired', count: 4 },
      { reason: 'no_answer', count: 1 },
    ])
  })
})
