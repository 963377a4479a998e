import { describe, expect, it } from 'vitest'
import { testLabels } from '@/lib/config/test-support'
import { messageSchema, personIn, taskRunsStuck } from './message'
import { messageOf } from './test-support'

describe('messageSchema', () => {
  it('reads a message unchanged when its type is known', () => {
    const stuck = taskRunsStuck({ taskRuns: [], stuckAfterMinutes: 15, labels: testLabels, at: 0 })
    for (const message of [messageOf(1), stuck]) expect(messageSchema.parse(message)).toEqual(message)
  })

  it('refuses a message when its type is unknown', () => {
    expect(messageSchema.safeParse({ ...messageOf(1), type: 'wallet.disconnected' }).success).toBe(false)
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
  it('finds the user and the wallet when the message is about a confirm', () => {
    expect(personIn(messageOf(1))).toEqual({
      userId: 'user-1',
      walletAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
    })
  })

  it('finds no user when the message is about task runs', () => {
    expect(personIn(taskRunsStuck({ taskRuns: [], stuckAfterMinutes: 15, labels: testLabels, at: 0 }))).toEqual({})
  })
})
