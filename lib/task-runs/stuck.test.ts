import { describe, expect, it } from 'vitest'
import type { PendingTaskRuns } from '@/lib/service'
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

describe('countTaskRuns', () => {
  const list = (ages: number[], hasMore: boolean): PendingTaskRuns => ({
    taskRuns: ages.map((age) => taskRun({ seconds_since_update: age })),
    limit: 3,
    hasMore,
  })

  it('counts the listed runs', () => {
    expect(countTaskRuns(list([2000, 1000, 10], false), 900)).toEqual({
      pending: { count: 3, isAtLeast: false },
      stuck: { count: 2, isAtLeast: false },
    })
    expect(countTaskRuns(list([], false), 900).stuck).toEqual({ count: 0, isAtLeast: false })
  })

  it('sets isAtLeast only for pending runs when more exist and a listed run is not stuck', () => {
    expect(countTaskRuns(list([2000, 1000, 10], true), 900)).toEqual({
      pending: { count: 3, isAtLeast: true },
      stuck: { count: 2, isAtLeast: false },
    })
  })

  it('counts a run as stuck only when its last update is longer ago than the threshold', () => {
    expect(countTaskRuns(list([2000, 1000, 10], false), 1500).stuck).toEqual({ count: 1, isAtLeast: false })
    expect(countTaskRuns(list([2000, 1000, 10], true), 5).stuck).toEqual({ count: 3, isAtLeast: true })
  })

  it('sets isAtLeast for stuck runs when more exist and all listed runs are stuck', () => {
    expect(countTaskRuns(list([3000, 2000, 1000], true), 900).stuck).toEqual({ count: 3, isAtLeast: true })
  })
})
