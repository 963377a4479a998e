import { describe, expect, it } from 'vitest'
import { testLabels } from '@/lib/config/test-support'
import { messageSchema, personIn, taskRunsStuck } from './message'
import { messageOf } from './test-support'

const former = {
  id: 'wallet-connected-01ARZ3NDEKTSV4RRFFQ69G5FAV',
  type: 'wallet.connected',
  requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  body: '{"type":"wallet.connected","timestamp":"2025-11-21T16:00:00.000Z","data":{"user_id":"ada","wallet_address":"w"}}',
}

describe('messageSchema', () => {
  it('reads a message unchanged when it has a type of this version or the former type', () => {
    const stuck = taskRunsStuck({ taskRuns: [], stuckAfterMinutes: 15, labels: testLabels, at: 0 })
    for (const message of [messageOf(1), stuck, former]) expect(messageSchema.parse(message)).toEqual(message)
  })

  it('refuses a message when its type is unknown', () => {
    expect(messageSchema.safeParse({ ...former, type: 'wallet.disconnected' }).success).toBe(false)
  })
})

describe('walletConfirmed', () => {
  it('gives each outcome of a request another id, without user and wallet', () => {
    const before = { wasConfirmedBefore: true }
    const outcomes = [{}, before, { ...before, walletAddress: 'wallet-b' }, { ...before, userId: 'bob' }]
    const idsOfAll = outcomes.map((changes) => messageOf(1, changes).id)
    expect(new Set(idsOfAll).size).toBe(4)
    expect(outcomes.map((changes) => messageOf(1, { ...changes, at: 0, isProven: false }).id)).toEqual(idsOfAll)
    expect(idsOfAll.join()).not.toMatch(/wallet-b|bob|7xKX/)
  })
})

describe('personIn', () => {
  it('finds the user and the wallet when the message has the current or the former type', () => {
    expect(personIn(messageOf(1))).toEqual({
      userId: 'user-1',
      walletAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
    })
    expect(personIn(messageSchema.parse(former))).toEqual({ userId: 'ada', walletAddress: 'w' })
  })

  it('finds no user when the message is about task runs', () => {
    expect(personIn(taskRunsStuck({ taskRuns: [], stuckAfterMinutes: 15, labels: testLabels, at: 0 }))).toEqual({})
  })
})
