import { expect, it } from 'vitest'
import { connectRate } from './rate'

const steps = { arrived: 0, sign_in_failed: 0, signed_in: 0, wallet_failed: 0, form_refused: 0, cancelled: 0 }

it('sums days up, and lays their bars out by the longest', () => {
  const rate = connectRate([
    { day: '2026-11-20', confirmed: 6, refused: 2, reasons: { no_answer: 1, request_expired: 1 }, steps },
    { day: '2026-11-21', confirmed: 3, refused: 1, reasons: { request_expired: 1 }, steps },
  ])
  expect(rate).toEqual({
    confirmed: 9,
    total: 12,
    reasons: [
      { reason: 'request_expired', count: 2 },
      { reason: 'no_answer', count: 1 },
    ],
    bars: [
      { day: '2026-11-21', confirmed: 3, total: 4, confirmedLength: 37.5, refusedLength: 12.5 },
      { day: '2026-11-20', confirmed: 6, total: 8, confirmedLength: 75, refusedLength: 25 },
    ],
  })
})

it('has no length where there was nothing', () => {
  const { total, bars } = connectRate([{ day: '2026-11-21', confirmed: 0, refused: 0, reasons: {}, steps }])
  expect([total, bars[0]?.confirmedLength, bars[0]?.refusedLength]).toEqual([0, 0, 0])
})
