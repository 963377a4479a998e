import { expect, it } from 'vitest'
import { lastClockErrorMs, noteServiceDate } from './service-clock'

const note = (serviceTime: number) => noteServiceDate({ serviceTime, sentAt: 100_000, receivedAt: 100_200 })

it('lastClockErrorMs returns null before the first response, then the least error of the last five', () => {
  expect(lastClockErrorMs()).toBeNull()
  note(40_000)
  expect(lastClockErrorMs()).toBe(59_000)
  note(100_000)
  expect(lastClockErrorMs()).toBeCloseTo(0)
  for (let count = 0; count < 5; count += 1) note(130_000)
  expect(lastClockErrorMs()).toBe(-29_800)
})
