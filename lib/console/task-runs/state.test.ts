import { describe, expect, it } from 'vitest'
import { taskRun } from '@/lib/service/test-support'
import {
  serviceTime,
  taskRunGroup,
  taskRunNotes,
  taskRunState,
  type TaskRunGroup,
  type TaskRunNote,
  type TaskRunState,
} from './state'

const never = null
const once = '2026-01-31T12:00:00Z'

const table: [string, string | null, boolean, number, TaskRunState, boolean?][] = [
  ['pending', never, false, 600, 'on_time'],
  ['pending', never, false, 601, 'stuck'],
  ['running', never, false, 600, 'on_time'],
  ['running', never, false, 601, 'stuck'],
  // Neither a validation nor invalid raw data means that the end is on chain.
  ['running', once, false, 601, 'stuck'],
  ['running', never, true, 601, 'stuck'],
  ['running', never, true, 600, 'on_time'],
  ['a future status', never, false, 601, 'stuck'],
  ['finished', never, false, 1_000_000, 'awaits_validation'],
  ['finished', never, false, 1_000_000, 'without_raw_data', true],
  ['finished', never, true, 1_000_000, 'never_validated', true],
  ['running', never, false, 601, 'stuck', true],
  ['finished', never, true, 1_000_000, 'never_validated'],
  ['finished', once, false, 1_000_000, 'validated'],
]

describe('taskRunState', () => {
  it.each(table)('for %s, validated %s, raw data invalid %s, after %d s returns %s', (...row) => {
    const [blockchain_status, validated_at, raw_data_invalid, seconds_since_update, state, force_ended = false] = row
    const run = { blockchain_status, validated_at, raw_data_invalid, seconds_since_update, force_ended }
    expect(taskRunState(run, 600)).toBe(state)
  })
})

describe('taskRunNotes', () => {
  const onTime = taskRun({ seconds_since_update: 600 })
  const stuck = taskRun({ seconds_since_update: 601 })
  const finished = { ...stuck, status: 'completed', blockchain_status: 'finished' }

  it.each<[string, Parameters<typeof taskRunNotes>[0], TaskRunNote[]]>([
    ['on time', onTime, []],
    ['validated', { ...finished, validated_at: once, force_ended: true }, []],
    ['whose start is not on chain', { ...stuck, blockchain_status: 'pending', status: 'completed' }, ['stuck_start']],
    ['whose end was never reported', stuck, ['stuck_unreported']],
    ['whose end is not on chain', { ...stuck, status: 'completed' }, ['stuck_end']],
    ['with a future status', { ...stuck, status: 'paused' }, ['stuck_unknown']],
    ['with a future chain status', { ...stuck, blockchain_status: 'forked' }, ['stuck_unknown']],
    ['with invalid raw data, on time', { ...onTime, raw_data_invalid: true }, ['raw_data_invalid']],
    ['with invalid raw data, stuck', { ...stuck, raw_data_invalid: true }, ['stuck_unreported', 'raw_data_invalid']],
    ['ended by force', { ...onTime, force_ended: true }, ['force_ended']],
    ['final and ended by force', { ...finished, force_ended: true }, ['force_ended']],
    ['that can never be validated', { ...finished, raw_data_invalid: true, force_ended: true }, ['raw_data_invalid']],
    ['that waits for validation', finished, ['awaits_validation']],
  ])('returns the notes of a run %s', (_, run, notes) => {
    expect(taskRunNotes(run, 600)).toEqual(notes)
  })
})

describe('taskRunGroup', () => {
  const stuck = taskRun({ seconds_since_update: 601 })

  it.each<[string, Parameters<typeof taskRunGroup>[0], TaskRunGroup]>([
    ['ask_service when the start is not on chain', { ...stuck, blockchain_status: 'pending' }, 'ask_service'],
    ['ask_service when the end is not on chain', { ...stuck, status: 'completed' }, 'ask_service'],
    ['no_end when no end was reported', stuck, 'no_end'],
    ['no_end when the raw data are also invalid', { ...stuck, raw_data_invalid: true }, 'no_end'],
    [
      'force_ended when a run on time was ended by force',
      taskRun({ seconds_since_update: 1, force_ended: true }),
      'force_ended',
    ],
    ['on_time when a run is on time', taskRun({ seconds_since_update: 1 }), 'on_time'],
  ])('returns %s', (_, run, group) => expect(taskRunGroup(run, 600)).toBe(group))
})

describe('serviceTime', () => {
  it('adds the seconds since the update to the time of the update', () => {
    const run = taskRun({ updated_at: '2026-01-31T12:00:00.250Z', seconds_since_update: 90 })
    expect(serviceTime(run)).toBe('2026-01-31T12:01:30.250Z')
  })

  it('returns the time of the update when the sum is not a valid date', () => {
    const run = taskRun({ updated_at: '2026-01-31T12:00:00Z', seconds_since_update: Number.MAX_SAFE_INTEGER })
    expect(serviceTime(run)).toBe('2026-01-31T12:00:00Z')
  })
})
