import { describe, expect, it } from 'vitest'
import { taskRun } from '@/lib/service/test-support'
import { serviceTime, taskRunGroup, taskRunNotes, taskRunState, type TaskRunNote, type TaskRunState } from './state'

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

it('taskRunState returns the state by status, validation, raw data, time and end', () => {
  for (const row of table) {
    const [blockchain_status, validated_at, raw_data_invalid, seconds_since_update, state, force_ended = false] = row
    const run = { blockchain_status, validated_at, raw_data_invalid, seconds_since_update, force_ended }
    expect(taskRunState(run, 600), JSON.stringify(run)).toBe(state)
  }
})

describe('taskRunNotes', () => {
  const onTime = taskRun({ seconds_since_update: 600 })
  const stuck = taskRun({ seconds_since_update: 601 })
  const finished = { ...stuck, status: 'completed', blockchain_status: 'finished' }

  const runs: [string, Parameters<typeof taskRunNotes>[0], TaskRunNote[]][] = [
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
  ]

  it('returns what a user should know about a run', () => {
    for (const [what, run, notes] of runs) expect(taskRunNotes(run, 600), what).toEqual(notes)
  })
})

it('taskRunGroup returns the group by what the operator should do', () => {
  const groupOf = (fields: Parameters<typeof taskRun>[0]) =>
    taskRunGroup(taskRun({ seconds_since_update: 601, ...fields }), 600)
  expect(groupOf({ blockchain_status: 'pending' })).toBe('ask_service')
  expect(groupOf({ status: 'completed' })).toBe('ask_service')
  expect(groupOf({})).toBe('no_end')
  expect(groupOf({ raw_data_invalid: true })).toBe('no_end')
  expect(groupOf({ seconds_since_update: 1, force_ended: true })).toBe('force_ended')
  expect(groupOf({ seconds_since_update: 1 })).toBe('on_time')
})

it('serviceTime adds the seconds since the update to the time of the update, unless the sum is not a valid date', () => {
  const timeAfter = (seconds_since_update: number) =>
    serviceTime(taskRun({ updated_at: '2026-01-31T12:00:00.250Z', seconds_since_update }))
  expect(timeAfter(90)).toBe('2026-01-31T12:01:30.250Z')
  expect(timeAfter(Number.MAX_SAFE_INTEGER)).toBe('2026-01-31T12:00:00.250Z')
})
