import { expect, it } from 'vitest'
import { connectDay } from '@/lib/records/test-support'
import { connectReport, rateOf } from './connect-rate'

it('connectReport sums up today, the last seven days and all days when there are more than seven days', () => {
  const days = [9, 1, 0, 0, 0, 0, 0, 3].map((confirmed) => connectDay({ confirmed, refused: Math.min(confirmed, 1) }))
  const { today, week, whole } = connectReport(days)
  expect(today).toEqual({ confirmed: 3, total: 4, percent: 75 })
  expect(week).toEqual({ confirmed: 4, total: 6, percent: 67 })
  expect(whole).toEqual({ confirmed: 13, total: 16, percent: 81 })
})

it('rateOf rounds to 0 or 100 percent only when that is exact, and returns no rate without presses', () => {
  for (const [confirmed, refused, percent] of [
    [1999, 1, 99],
    [1, 1999, 1],
    [5, 0, 100],
    [0, 5, 0],
    [0, 0, null],
  ] as const) {
    expect(rateOf([{ confirmed, refused }]).percent, `${confirmed} of ${confirmed + refused}`).toBe(percent)
  }
})

it('connectReport sums up steps, ways, languages and reasons, the most frequent first, when days have several', () => {
  const { arrived, signedIn, ways, languages, reasons } = connectReport([
    connectDay({
      steps: { arrived: 30, signed_in: 20 },
      ways: { deep_link: { presses: 1, confirmed: 1 }, browser: { presses: 4, confirmed: 2 } },
      languages: { de: { presses: 5, confirmed: 3 } },
      reasons: { no_answer: 1, request_expired: 1 },
    }),
    connectDay({
      steps: { arrived: 10, signed_in: 9 },
      ways: { deep_link: { presses: 5, confirmed: 2 } },
      languages: { en: { presses: 7, confirmed: 0 } },
      reasons: { request_expired: 3 },
    }),
  ])
  expect([arrived, signedIn]).toEqual([40, 29])
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
