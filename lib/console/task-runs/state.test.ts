import { describe, expect, it } from 'vitest'
import { taskRun } from '@/lib/service/test-support'
import { serviceTime, taskRunState, type TaskRunState } from './state'

const never = null
const once = '2026-01-31T12:00:00Z'

const table: [string, string | null, boolean, number, TaskRunState, boolean?][] = [
  ['pending', never, false, 600, 'on_time'],
  ['pending', never, false, 601, 'stuck'],
  ['running', never, false, 600, 'on_time'],
  ['running', never, false, 601, 'stuck'],
  // Neither a validation nor raw data that are invalid bring the end on chain.
  ['running', once, false, 601, 'stuck'],
  ['running', never, true, 601, 'stuck'],
  ['running', never, true, 600, 'on_time'],
  ['a status learned since', never, false, 601, 'stuck'],
  ['finished', never, false, 1_000_000, 'awaits_validation'],
  ['finished', never, false, 1_000_000, 'without_raw_data', true],
  ['finished', never, true, 1_000_000, 'never_validated', true],
  ['running', never, false, 601, 'stuck', true],
  ['finished', never, true, 1_000_000, 'never_validated'],
  ['finished', once, false, 1_000_000, 'validated'],
]

describe('taskRunState', () => {
  it.each(table)('%s, validated %s, raw data invalid %s, after %d s: %s', (...row) => {
    const [blockchain_status, validated_at, raw_data_invalid, seconds_since_update, state, force_ended = false] = row
    const run = { blockchain_status, validated_at, raw_data_invalid, seconds_since_update, force_ended }
    expect(taskRunState(run, 600)).toBe(state)
  })
})

describe('serviceTime', () => {
  it('is the time of the update, and what the service says has passed since', () => {
    const run = taskRun({ updated_at: '2026-01-31T12:00:00.250Z', seconds_since_update: 90 })
    expect(serviceTime(run).toISOString()).toBe('2026-01-31T12:01:30.250Z')
  })
})
