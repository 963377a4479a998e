import { expect, it } from 'vitest'
import { testLabels } from '@/lib/config/test-support'
import { messageSchema, personIn, taskRunsStuck } from './message'
import { messageOf } from './test-support'

const stuck = taskRunsStuck({ taskRuns: [], stuckAfterMinutes: 15, labels: testLabels, at: 0 })

it('messageSchema reads a message unchanged when its type is known, and refuses it otherwise', () => {
  for (const message of [messageOf(1), stuck]) expect(messageSchema.parse(message)).toEqual(message)
  expect(messageSchema.safeParse({ ...messageOf(1), type: 'wallet.disconnected' }).success).toBe(false)
})

it('walletConfirmed gives each outcome of a request another id, without user and wallet', () => {
  const before = { wasConfirmedBefore: true }
  const outcomes = [{}, before, { ...before, walletAddress: 'wallet-b' }, { ...before, userId: 'bob' }]
  const idsOfAll = outcomes.map((changes) => messageOf(1, changes).id)
  expect(new Set(idsOfAll).size).toBe(4)
  expect(outcomes.map((changes) => messageOf(1, { ...changes, at: 0, isProven: false }).id)).toEqual(idsOfAll)
  expect(idsOfAll.join()).not.toMatch(/wallet-b|bob|7xKX/)
})

it('personIn finds the user and the wallet when the message is about a confirm', () => {
  const walletAddress = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
  expect(personIn(messageOf(1))).toEqual({ userId: 'user-1', walletAddress })
  expect(personIn(stuck)).toEqual({})
})
