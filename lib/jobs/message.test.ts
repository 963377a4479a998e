import { expect, it } from 'vitest'
import { configure } from '@/lib/config/test-support'
import type { ConnectAttempt } from '@/lib/connect/outcome'
import { confirmedCall as attempt } from '@/lib/records/test-support'
import { messageSchema, taskRunsStuck, walletConfirmed } from './message'

it('messageSchema reads a message unchanged when its type is known, and refuses it otherwise', () => {
  configure()
  for (const message of [walletConfirmed(attempt), taskRunsStuck([])])
    expect(messageSchema.parse(message)).toEqual(message)
  expect(messageSchema.safeParse({ ...taskRunsStuck([]), type: 'wallet.disconnected' }).success).toBe(false)
})

it('walletConfirmed gives each outcome of a request another id, without user and wallet', () => {
  configure()
  const before = { ...attempt, status: 409 }
  const outcomes = [attempt, before, { ...before, walletAddress: 'wallet-b' }, { ...before, userId: 'bob' }]
  const ids = outcomes.map((each) => walletConfirmed(each).id)
  expect(new Set(ids).size).toBe(4)
  expect(outcomes.map((each) => walletConfirmed({ ...each, isProven: false }).id)).toEqual(ids)
  expect(ids.join()).not.toMatch(/wallet-b|bob|7xKX/)
  expect(outcomes.map((each) => walletConfirmed(each).unlessPut)).toEqual([undefined, ids[0], ids[0], ids[0]])
})

it('walletConfirmed names the person, and says whether the wallet is proven and was confirmed before', () => {
  configure()
  expect(walletConfirmed(attempt).person).toEqual({ userId: 'user-1', walletAddress: attempt.walletAddress })
  const read = (each: ConnectAttempt) => JSON.parse(walletConfirmed(each).body) as { data: object }
  const { data, ...envelope } = read(attempt)
  expect(envelope).toEqual({ type: 'wallet.confirmed', timestamp: expect.stringMatching(/^\d{4}-.*Z$/) })
  expect(data).toEqual({
    user_id: 'user-1',
    subnet_user_id: expect.stringMatching(/^[0-9a-f]{64}$/),
    wallet_address: attempt.walletAddress,
    proven: true,
    confirmed_before: false,
    environment: 'staging',
    subnet_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
    request_id: attempt.requestId,
  })
  const before = read({ ...attempt, status: 409, isProven: false })
  expect(before.data).toMatchObject({ proven: false, confirmed_before: true })
})
