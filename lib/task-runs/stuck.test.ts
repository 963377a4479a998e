import { expect, it } from 'vitest'
import { taskRun } from '@/lib/service/test-support'
import { countTaskRuns, isStuck } from './stuck'

it('isStuck returns true when a run that is not final has had no update for longer than the threshold', () => {
  const isStuckAfter = (seconds_since_update: number, blockchain_status: string) =>
    isStuck({ blockchain_status, seconds_since_update }, 900)
  for (const status of ['pending', 'running', 'a future status']) {
    expect([isStuckAfter(900, status), isStuckAfter(901, status)]).toEqual([false, true])
  }
  expect(isStuckAfter(1_000_000, 'finished')).toBe(false)
})

it('countTaskRuns counts pending and stuck runs, and says "at least" when the service has more runs', () => {
  const counted = (ages: number[], hasMore: boolean, threshold: number) => {
    const taskRuns = ages.map((age) => taskRun({ seconds_since_update: age }))
    const { pending, stuck } = countTaskRuns({ taskRuns, unreadable: 0, hasMore }, threshold)
    return [pending, stuck].map(({ count, isAtLeast }) => (isAtLeast ? `${count}+` : `${count}`))
  }
  expect(counted([], false, 900)).toEqual(['0', '0'])
  expect(counted([2000, 1000, 10], false, 900)).toEqual(['3', '2'])
  expect(counted([2000, 1000, 10], false, 1500)).toEqual(['3', '1'])
  expect(counted([2000, 1000, 10], true, 900)).toEqual(['3+', '2'])
  expect(counted([2000, 1000, 10], true, 5)).toEqual(['3+', '3+'])
  expect(counted([3000, 2000, 1000], true, 900)).toEqual(['3+', '3+'])
})
