import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Admission, CallResult, ConfirmGate } from '@/lib/limits/confirm-gate'
import { gatedConfirm } from './gated-confirm'

const request = {
  requestId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  nonce: 'the-nonce',
  walletAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  subnetUserId: 'user-1',
}
const names = { signature: 'signature', from: '', until: '', page: '', limit: '', address: '' }
const access = { baseUrl: 'https://service.example', subnetId: '01ARZ3NDEKTSV4RRFFQ69G5FAV', apiKey: 'key', names }

const fetchMock = vi.fn<typeof fetch>()
beforeEach(() => {
  fetchMock.mockReset()
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** A gate that admits, or answers what it is told, and remembers what it heard. */
function gateThat(admission?: Exclude<Admission, { kind: 'admitted' }>, ownWaitMs?: number) {
  const ended: CallResult[] = []
  const entered: unknown[] = []
  const gate: ConfirmGate = {
    enter: async (press) => {
      entered.push(press)
      const call = { mayTryAgain: async () => true, end: async (result: CallResult) => void ended.push(result) }
      return admission ?? { kind: 'admitted', call }
    },
    waitOf: async () => (ownWaitMs === undefined ? null : { waitMs: ownWaitMs, place: 4 }),
  }
  return { gate, ended, entered }
}

const run = (gate: ConfirmGate) =>
  gatedConfirm(gate, { userId: 'ada', request, options: { access, deadlineMs: 1000, initialDelayMs: 1 } })

describe('gatedConfirm', () => {
  it('makes no call that the gate does not admit', async () => {
    const wait = { kind: 'wait', cause: 'queue', waitMs: 3000, place: 6 } as const
    expect(await run(gateThat(wait).gate)).toEqual({ ...wait, message: null })
    const refusal = { reason: 'nonce_mismatch', message: 'Nonce differs' } as const
    expect(await run(gateThat({ kind: 'refused', refusal }).gate)).toEqual({
      kind: 'refused',
      reason: 'nonce_mismatch',
      remedy: { kind: 'open_newest_link' },
      message: 'Nonce differs',
    })
    expect(fetchMock).not.toHaveBeenCalled()
  })

  describe('with a turn that comes soon', () => {
    const soon = { kind: 'wait', cause: 'queue', waitMs: 30, place: 1 } as const
    const refusal = { kind: 'refused', refusal: { reason: 'nonce_mismatch', message: null } } as const
    const gateWith = (...admissions: Admission[]) => {
      const enter = vi.fn<ConfirmGate['enter']>()
      for (const admission of admissions) enter.mockResolvedValueOnce(admission)
      return { enter, gate: { enter, waitOf: async () => null } satisfies ConfirmGate }
    }

    it('waits for it, and goes in', async () => {
      const { gate, enter } = gateWith(soon, refusal)
      const startedAt = performance.now()
      expect((await run(gate)).kind).toBe('refused')
      expect(performance.now() - startedAt).toBeGreaterThan(25)
      expect(enter).toHaveBeenCalledTimes(2)
    })

    it('says so if it has moved away meanwhile', async () => {
      const { gate, enter } = gateWith(soon, { ...soon, waitMs: 40 })
      expect(await run(gate)).toEqual({ ...soon, waitMs: 40, message: null })
      expect(enter).toHaveBeenCalledTimes(2)
    })

    it.each([
      ['a turn that is further away', { ...soon, waitMs: 2001 }],
      ['another cause', { ...soon, cause: 'service' as const, place: null }],
    ])('does not wait for %s', async (_what, admission) => {
      const { gate, enter } = gateWith(admission)
      expect((await run(gate)).kind).toBe('wait')
      expect(enter).toHaveBeenCalledTimes(1)
    })
  })

  it('enters with the link and its user', async () => {
    fetchMock.mockResolvedValueOnce(Response.json({ error: 'No' }, { status: 418 }))
    const { gate, entered } = gateThat()
    await run(gate)
    expect(entered).toEqual([{ userId: 'ada', requestId: request.requestId, nonce: request.nonce }])
  })

  it.each<[string, () => Response, CallResult]>([
    [
      'a success',
      () => Response.json({ auth_code: 'c', return_url: 'https://service.example/cb#ac=c' }),
      { kind: 'answered' },
    ],
    ['a refusal that can change', () => Response.json({ error: 'No' }, { status: 403 }), { kind: 'answered' }],
    ['a failure', () => Response.json({ error: 'No' }, { status: 500 }), { kind: 'failed' }],
    ['what cannot be read', () => new Response('<html>'), { kind: 'failed' }],
    [
      'a refusal for good',
      () => Response.json({ error: 'Gone', reason: 'request_expired' }, { status: 410 }),
      { kind: 'refused_for_good', refusal: { reason: 'request_expired', message: 'Gone' } },
    ],
  ])('tells the gate of %s', async (_what, response, expected) => {
    fetchMock.mockImplementation(async () => response())
    const { gate, ended } = gateThat()
    await run(gate)
    expect(ended).toEqual([expected])
  })

  it.each([
    ['the time that the service asks for', undefined, 30_000, null],
    ['the user’s own time, where that is later', 42_000, 42_000, 4],
  ])('after a 429 waits for %s', async (_what, ownWaitMs, waitMs, place) => {
    const headers = { 'Retry-After': '30' }
    fetchMock.mockResolvedValueOnce(Response.json({ error: 'Slow down' }, { status: 429, headers }))
    const { gate, ended } = gateThat(undefined, ownWaitMs)
    expect(await run(gate)).toEqual({ kind: 'wait', cause: 'asked', waitMs, place, message: 'Slow down' })
    expect(ended[0]).toEqual({ kind: 'rate_limited', retryAfterMs: 30_000 })
  })
})
