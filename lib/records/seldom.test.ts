import { beforeEach, expect, it, vi } from 'vitest'
import { seldom } from './seldom'

const report = vi.fn<(reported: { reason: string; skipped: number }) => void>()
let now = 0
beforeEach(() => void report.mockClear())

it('passes on the first report at once, and one a minute with the number of the others', () => {
  const lost = seldom(report, () => now)
  for (let time = 0; time < 5; time += 1) lost.report('full')
  expect(report.mock.calls).toEqual([[{ reason: 'full', skipped: 0 }]])
  now += 60_000
  for (let time = 0; time < 3; time += 1) lost.report('full')
  expect(report.mock.calls).toEqual([[{ reason: 'full', skipped: 0 }], [{ reason: 'full', skipped: 4 }]])
})

it('passes on at the end what was left out, and nothing where nothing was', () => {
  const lost = seldom(report, () => now)
  lost.end()
  expect(report).not.toHaveBeenCalled()
  lost.report('full')
  lost.end()
  expect(report).toHaveBeenCalledOnce()
  for (let time = 0; time < 3; time += 1) lost.report('the process ended')
  lost.end()
  expect(report).toHaveBeenLastCalledWith({ reason: 'the process ended', skipped: 3 })
  expect(report).toHaveBeenCalledTimes(2)
})
