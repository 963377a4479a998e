import { beforeEach, expect, it, vi } from 'vitest'
import { lineLimit } from './line-limit'

const warn = vi.hoisted(() => vi.fn())
vi.mock('./index', () => ({ log: () => ({ warn }) }))
beforeEach(() => void vi.useFakeTimers())
beforeEach(() => void warn.mockClear())

it('lineLimit writes 30 lines a minute, and then the number of skipped lines, whatever the clock shows', () => {
  const limit = lineLimit('more waits')
  const line = vi.fn()
  for (let index = 0; index < 1000; index += 1) limit.write(line)
  vi.advanceTimersByTime(59_999)
  vi.setSystemTime(0)
  limit.write(line)
  expect(line).toHaveBeenCalledTimes(30)
  expect(warn).not.toHaveBeenCalled()

  vi.advanceTimersByTime(1)
  for (let index = 0; index < 2; index += 1) limit.write(line)
  expect(line).toHaveBeenCalledTimes(32)
  expect(warn).toHaveBeenCalledExactlyOnceWith({ event: 'more waits', skipped: 971 })
})

it('lineLimit writes the first line of a kind when another kind has used up its lines', () => {
  const limit = lineLimit('more waits', { lines: 2 })
  const written: string[] = []
  for (const kind of ['a', 'a', 'a', 'b', 'a', 'c', 'b', 'b']) limit.write(() => written.push(kind), { kind })
  expect(written.join('')).toBe('aabcb')
})

it('end writes the number of skipped lines, and nothing when no line was skipped', () => {
  const limit = lineLimit('more waits', { lines: 1 })
  limit.write(vi.fn())
  limit.end()
  expect(warn).not.toHaveBeenCalled()
  for (let index = 0; index < 3; index += 1) limit.write(vi.fn())
  limit.end()
  limit.end()
  expect(warn).toHaveBeenCalledExactlyOnceWith({ event: 'more waits', skipped: 3 })
})

it('write writes one line a minute for each key, within the limit of all lines', () => {
  const limit = lineLimit('more waits', { lines: 3 })
  const written: string[] = []
  const write = (key: string) => limit.write(() => written.push(key), { once: key })
  for (const key of ['ada', 'ada', 'bob', 'ada', 'eve', 'kim']) write(key)
  expect(written).toEqual(['ada', 'bob', 'eve'])
  vi.advanceTimersByTime(60_000)
  write('ada')
  expect(written).toEqual(['ada', 'bob', 'eve', 'ada'])
  expect(warn).toHaveBeenCalledExactlyOnceWith({ event: 'more waits', skipped: 3 })
})
