import { expect, it } from 'vitest'
import { clockProblem, lastClockErrorMs, noteServiceDate } from './service-clock'

const note = (serviceTime: number) => noteServiceDate({ serviceTime, sentAt: 100_000, receivedAt: 100_200 })

it('lastClockErrorMs returns null before the first response, then the least error of the last five, a problem when it is large', () => {
  expect([lastClockErrorMs(), clockProblem()]).toEqual([null, null])
  note(40_000)
  expect(lastClockErrorMs()).toBe(59_000)
  expect(clockProblem()).toEqual({ direction: 'ahead', seconds: 59 })
  note(100_000)
  expect(lastClockErrorMs()).toBeCloseTo(0)
  expect([clockProblem(), clockProblem(5000)]).toEqual([null, null])
  for (let count = 0; count < 5; count += 1) note(130_000)
  expect(lastClockErrorMs()).toBe(-29_800)
  expect(clockProblem()).toEqual({ direction: 'behind', seconds: 30 })
})
