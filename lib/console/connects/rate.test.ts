import { expect, it } from 'vitest'
import { connectRate } from './rate'

it('sums days up, and lays their bars out by the longest', () => {
  const rate = connectRate([
    { day: '2026-11-20', connected: 6, refused: 2, reasons: { no_answer: 1, request_expired: 1 } },
    { day: '2026-11-21', connected: 3, refused: 1, reasons: { request_expired: 1 } },
  ])
  expect(rate).toEqual({
    connected: 9,
    total: 12,
    reasons: [
      { reason: 'request_expired', count: 2 },
      { reason: 'no_answer', count: 1 },
    ],
    bars: [
      { day: '2026-11-21', connected: 3, total: 4, connectedLength: 37.5, refusedLength: 12.5 },
      { day: '2026-11-20', connected: 6, total: 8, connectedLength: 75, refusedLength: 25 },
    ],
  })
})

it('has no length where there was nothing', () => {
  const { total, bars } = connectRate([{ day: '2026-11-21', connected: 0, refused: 0, reasons: {} }])
  expect([total, bars[0]?.connectedLength, bars[0]?.refusedLength]).toEqual([0, 0, 0])
})
