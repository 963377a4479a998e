import { expect, it } from 'vitest'
import type { ConnectRecord } from '@/lib/records'
import { connectRecord } from '@/lib/records/test-support'
import { recordedLinks, userOf } from './links'

const call = (id: string, requestId: string, attempts = 1) =>
  connectRecord({ id, requestId, outcome: 'refused', attempts })
function step(id: string, requestId: string, outcome: ConnectRecord['outcome'] = 'arrived'): ConnectRecord {
  const { attempts: _, durationMs: _ms, isProven: _proven, ...record } = connectRecord({ id, requestId, outcome })
  return record
}

/** Returns the request ID, the main step's ID and all step IDs of each link. */
const idsOf = (...records: ConnectRecord[]) =>
  recordedLinks(records).map(({ requestId, main, steps }) => [requestId, main.id, steps.map(({ id }) => id)])

it('recordedLinks groups the steps by link, the newest first, when the steps of links alternate', () => {
  expect(idsOf(step('5', 'one'), step('4', 'two'), step('3', 'one'), step('2', 'two'), step('1', 'three'))).toEqual([
    ['one', '5', ['5', '3']],
    ['two', '4', ['4', '2']],
    ['three', '1', ['1']],
  ])
})

it('recordedLinks returns the newest call as the main step when other steps follow it', () => {
  const records = [step('5', 'one', 'cancelled'), call('4', 'one'), call('3', 'one'), step('2', 'one')]
  expect(idsOf(...records, call('1', 'two'))).toEqual([
    ['one', '4', ['5', '4', '3', '2']],
    ['two', '1', ['1']],
  ])
})

it('recordedLinks returns a press without an attempt, or else the newest step, as the main step when there is no call', () => {
  expect(idsOf(step('2', 'one', 'form_refused'), call('1', 'one', 0))).toEqual([['one', '1', ['2', '1']]])
  const steps = [step('3', 'one', 'form_refused'), step('2', 'one', 'signed_in'), step('1', 'one')]
  expect(idsOf(...steps)).toEqual([['one', '3', ['3', '2', '1']]])
  expect(recordedLinks([])).toEqual([])
})

it('userOf returns the searched user or the only one, and undefined when the search has found several others', () => {
  const by = (...userIds: (string | undefined)[]) => userIds.map((userId) => connectRecord({ userId }))
  for (const [userIds, find, user] of [
    [['bob', undefined, 'bob'], 'wallet', 'bob'],
    [['BOB', 'bob'], 'bob', 'bob'],
    [['BOB', 'bob'], 'wallet', undefined],
    [[undefined], 'bob', undefined],
  ] as const) {
    expect(userOf(by(...userIds), find), `${userIds.join()} ${find}`).toBe(user)
  }
})
