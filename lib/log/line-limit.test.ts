import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { lineLimit } from './line-limit'

const warn = vi.hoisted(() => vi.fn())
vi.mock('./index', () => ({ log: () => ({ warn }) }))
beforeAll(() => void vi.useFakeTimers())
afterAll(() => void vi.useRealTimers())

it('lineLimit writes 30 lines a minute, and says with the next one how many were left out', () => {
  const limit = lineLimit('more of them')
  const write = vi.fn()
  for (let line = 0; line < 1000; line += 1) limit(write)
  vi.advanceTimersByTime(59_999)
  limit(write)
  expect(write).toHaveBeenCalledTimes(30)
  expect(warn).not.toHaveBeenCalled()

  vi.advanceTimersByTime(1)
  for (let line = 0; line < 2; line += 1) limit(write)
  expect(write).toHaveBeenCalledTimes(32)
  expect(warn).toHaveBeenCalledExactlyOnceWith({ event: 'more of them', skipped: 971 })
})
