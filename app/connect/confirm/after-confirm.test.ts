import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConnectAttempt } from '@/lib/connect/outcome'
import { afterConfirm } from './after-confirm'

const { app, after, settled, settle, error, info } = vi.hoisted(() => {
  const settled: string[] = []
  return {
    app: { isOnPlatform: false },
    after: vi.fn<(work: Promise<unknown>) => void>(),
    settled,
    settle: (what: string) => async () => void settled.push(what),
    error: vi.fn(),
    info: vi.fn(),
  }
})
vi.mock('next/server', () => ({ after }))
vi.mock('@/lib/config', () => ({ config: () => ({ app, service: { names: { signature: 'signature' } } }) }))
vi.mock('@/lib/connections', () => ({ connectionsSettled: settle('connections') }))
vi.mock('@/lib/jobs', () => ({ reportConfirm: () => {}, webhooksSettled: settle('webhooks') }))
vi.mock('@/lib/log', () => ({ log: () => ({ info, error, warn: () => {} }) }))
vi.mock('@/lib/metrics', () => ({ countConfirm: () => {} }))
vi.mock('@/lib/records', () => ({ connectRecords: () => ({ add: () => {}, settled: settle('records') }) }))

const confirmed: ConnectAttempt = {
  outcome: { kind: 'confirmed' },
  status: 200,
  code: 'CODE000001',
  requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  userId: 'user-1',
  walletAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  way: 'address',
  isProven: false,
  durationMs: 1,
  attempts: 1,
}

const waiting = (ms: number): ConnectAttempt => ({
  ...confirmed,
  outcome: { kind: 'wait', cause: 'asked', until: Date.now() + ms, place: null, message: null, code: null },
})

describe('afterConfirm', () => {
  beforeEach(() => {
    for (const mock of [after, error, info]) mock.mockReset()
    settled.length = 0
  })

  it('passes the wait for records, connections and messages to after() when the app runs on a platform', async () => {
    app.isOnPlatform = true
    afterConfirm(confirmed)
    await after.mock.calls[0]?.[0]
    expect(settled.toSorted((one, other) => one.localeCompare(other))).toEqual(['connections', 'records', 'webhooks'])
  })

  it('does not call after() when the app runs on the operator’s server', () => {
    app.isOnPlatform = false
    afterConfirm(confirmed)
    expect(after).not.toHaveBeenCalled()
  })

  it('logs an error with a hint when the service asks for a pause longer than a link’s lifetime', () => {
    afterConfirm(waiting(31 * 60_000))
    expect(error.mock.calls[0]?.[0]).toMatchObject({ event: 'wait', hint: expect.stringContaining('next-place') })
    afterConfirm(waiting(60_000))
    expect(error).toHaveBeenCalledOnce()
    expect(info.mock.calls.at(-1)?.[0]).toMatchObject({ event: 'wait', cause: 'asked' })
  })
})
