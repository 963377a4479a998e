import { expect, it, vi } from 'vitest'
import { LineLimit } from './line-limit'

it('lets so many lines pass in a minute, and tells afterwards how many more there were', () => {
  let now = 0
  const onSkipped = vi.fn()
  const limit = new LineLimit({ maxPerMinute: 2, onSkipped, now: () => now })
  const passed = (lines: number) => Array.from({ length: lines }, () => limit.mayLog()).filter(Boolean).length

  expect(passed(1002)).toBe(2)
  now = 59_999
  expect(passed(1)).toBe(0)
  expect(onSkipped).not.toHaveBeenCalled()
  now = 60_000
  expect(passed(2)).toBe(2)
  expect(onSkipped).toHaveBeenCalledExactlyOnceWith(1001)
  now = 120_000
  expect(passed(1)).toBe(1)
  expect(onSkipped).toHaveBeenCalledOnce()
})
