import { expect, it } from 'vitest'
import { clockProblem, noteServiceDate } from './service-clock'

const note = (serviceTime: number) => noteServiceDate({ serviceTime, sentAt: 100_000, receivedAt: 100_200 })

it('clockProblem returns null before the first response, and later the least error of the last five when it is large', () => {
  expect(clockProblem()).toBeNull()
  note(40_000)
  expect(clockProblem()).toEqual({ direction: 'ahead', seconds: 59 })
  // 5 seconds ahead, with the second that the date may have been cut by.
  note(94_000)
  expect(clockProblem()).toBeNull()
  for (let count = 0; count < 5; count += 1) note(130_000)
  expect(clockProblem()).toEqual({ direction: 'behind', seconds: 30 })
})
