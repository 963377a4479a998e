import { beforeEach, describe, expect, it, vi } from 'vitest'
import { configWith } from '@/lib/config/test-support'
import type { AdmittedCall, ConfirmGate, GateWait } from '@/lib/limits'
import { hang, networkFailure } from '@/lib/service/test-support'
import { confirm, type ConfirmAttempt } from './confirm'

const access = configWith().service
const request = {
  requestId: '01BX5ZZKBKACTAV9WEVGEMMVRZ',
  nonce: 'nonce-of-this-test',
  walletAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  subnetUserId: 'user-1',
}
const returnUrl = 'https://service.example/cb#ac=code-of-this-test'
const success = () => Response.json({ status: 'success', auth_code: 'code-of-this-test', return_url: returnUrl })
const confirmed = { kind: 'confirmed', returnUrl }

const fetchMock = vi.fn<typeof fetch>()
let attempts: ConfirmAttempt[]

const mayTryAgain = vi.fn<AdmittedCall['mayTryAgain']>()
const pause = vi.fn<AdmittedCall['pause']>()
const enter = vi.fn<ConfirmGate>()

beforeEach(() => {
  attempts = []
  fetchMock.mockReset()
  mayTryAgain.mockReset().mockResolvedValue(true)
  pause.mockReset()
  enter.mockReset().mockResolvedValue({ kind: 'admitted', mayTryAgain, pause })
  vi.stubGlobal('fetch', fetchMock)
})

const options = { gate: enter, userId: 'ada', code: 'CODE', access, initialDelayMs: 1 }
const call = (deadlineMs = 10_000) =>
  confirm(request, { ...options, access: { ...access, deadlineMs }, onAttempt: (attempt) => attempts.push(attempt) })
const run = async (deadlineMs?: number) => (await call(deadlineMs)).outcome

const bodyOfCall = (index: number): unknown => {
  const body = fetchMock.mock.calls[index]?.[1]?.body
  return typeof body === 'string' ? JSON.parse(body) : body
}
const headersOfCall = (index: number) => new Headers(fetchMock.mock.calls[index]?.[1]?.headers)

describe('confirm', () => {
  it('sends the request that the interface specifies', async () => {
    fetchMock.mockResolvedValueOnce(success())
    expect(await run()).toEqual(confirmed)
    const [url, init] = fetchMock.mock.calls[0] ?? []
    expect(url).toBe('https://service.example/api/subnets/01ARZ3NDEKTSV4RRFFQ69G5FAV/connect/confirm')
    expect(init).toMatchObject({ method: 'POST', redirect: 'manual' })
    expect(headersOfCall(0).get('Authorization')).toBe('Bearer key-12345')
    expect(headersOfCall(0).get('Content-Type')).toBe('application/json')
    expect(headersOfCall(0).get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
    expect(bodyOfCall(0)).toEqual({
      request_id: request.requestId,
      nonce: request.nonce,
      wallet_address: request.walletAddress,
      subnet_user_id: 'user-1',
    })
  })
})

describe('confirm, attempts', () => {
  it('returns the result of the last attempt when the limits allow no other attempt', async () => {
    fetchMock.mockImplementation(async () => Response.json({ error: 'busy' }, { status: 503 }))
    mayTryAgain.mockResolvedValueOnce(true).mockResolvedValueOnce(false)
    expect(await run()).toMatchObject({ kind: 'refused', reason: 'server_error', message: 'busy' })
    expect(fetchMock).toHaveBeenCalledTimes(2)
  })

  it('retries after 5xx, each time with a new Idempotency-Key', async () => {
    fetchMock
      .mockResolvedValueOnce(new Response('Bad gateway', { status: 502 }))
      .mockResolvedValueOnce(Response.json({ error: 'busy' }, { status: 503 }))
      .mockResolvedValueOnce(success())
    expect(await call()).toMatchObject({ outcome: confirmed, attempts: 3, status: 200 })
    const keys = [0, 1, 2].map((index) => headersOfCall(index).get('Idempotency-Key'))
    expect(new Set(keys).size).toBe(3)
    expect(attempts.map(({ attempt, result }) => [attempt, result])).toEqual([
      [1, 502],
      [2, 503],
      [3, 200],
    ])
  })

  it('succeeds when 409 already_confirmed with auth_code follows a lost response', async () => {
    const code = { reason: 'already_confirmed', error: 'done', auth_code: 'code-of-this-test', return_url: returnUrl }
    fetchMock
      .mockRejectedValueOnce(networkFailure('ECONNRESET'))
      .mockResolvedValueOnce(Response.json(code, { status: 409 }))
    expect(await run()).toEqual(confirmed)
    expect(attempts.map(({ result }) => result)).toEqual(['ECONNRESET', 409])
  })

  it('does not retry after any other status, after a response with auth_code, and after a response that is too large', async () => {
    const statuses = [400, 401, 403, 404, 409, 410, 422, 200, 302]
    for (const status of statuses) {
      fetchMock.mockResolvedValueOnce(Response.json({ error: 'no' }, { status }))
      expect((await run()).kind, `${status}`).toBe('refused')
    }
    const withCode = [200, 201, 409, 418, 500]
    for (const status of withCode) {
      fetchMock.mockResolvedValueOnce(Response.json({ auth_code: 'c', return_url: returnUrl }, { status }))
      expect(await run(), `${status}`).toEqual(confirmed)
    }
    fetchMock.mockResolvedValueOnce(new Response('{"auth_code":"c"}'.padEnd(64 * 1024 + 1)))
    expect(await run()).toMatchObject({ reason: 'answer_unreadable' })
    fetchMock.mockResolvedValueOnce(new Response('{"auth_code":"c"}'.padEnd(64 * 1024)))
    expect(await run()).toMatchObject({ reason: 'return_url_unusable', remedy: 'check_profile', code: 'CODE' })
    expect(fetchMock).toHaveBeenCalledTimes(statuses.length + withCode.length + 2)
  })
})

describe('confirm, deadlines', () => {
  it('ends one attempt at its deadline and makes the next attempt', async () => {
    fetchMock.mockImplementationOnce(hang).mockResolvedValueOnce(success())
    expect(await run(20)).toEqual(confirmed)
    expect(attempts[0]?.result).toBe('ServiceTimeoutError')
  })

  it('limits all attempts together to 25 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    fetchMock.mockImplementation(hang)
    const startedAt = performance.now()
    const outcome = run(10_000)
    await vi.advanceTimersByTimeAsync(25_000)
    expect(await outcome).toMatchObject({ reason: 'no_answer', remedy: 'try_again' })
    expect(performance.now() - startedAt).toBeLessThanOrEqual(25_000)
    expect(fetchMock).toHaveBeenCalledTimes(3)
  })
})

describe('confirm, limits', () => {
  const wait: GateWait = { kind: 'wait', cause: 'queue', until: 5000, waitMs: 4000, place: 6 }

  it('passes the user to the gate, and makes no call when the user must wait', async () => {
    enter.mockResolvedValueOnce(wait)
    expect(await run()).toEqual({ ...wait, message: null, code: null })
    expect(enter).toHaveBeenCalledExactlyOnceWith('ada')
    expect(fetchMock).not.toHaveBeenCalled()
  })

  it('pauses the gate after a 429, and returns the wait that the gate sets for this user', async () => {
    const headers = { 'Retry-After': '30' }
    fetchMock.mockResolvedValueOnce(Response.json({ error: 'Slow down' }, { status: 429, headers }))
    const asked: GateWait = { kind: 'wait', cause: 'asked', until: 1_042_000, waitMs: 42_000, place: 4 }
    pause.mockResolvedValueOnce(asked)
    expect(await run()).toEqual({ ...asked, message: 'Slow down', code: 'CODE' })
    expect(pause).toHaveBeenCalledExactlyOnceWith(30_000)
    expect(fetchMock).toHaveBeenCalledTimes(1)
  })
})

it('confirm puts no secret into attempt reports and outcomes', async () => {
  fetchMock
    .mockRejectedValueOnce(new TypeError(`fetch failed for ${access.apiKey}`))
    .mockResolvedValueOnce(Response.json({ error: `bad ${request.nonce} ${access.apiKey}` }, { status: 422 }))
  const reported = JSON.stringify([await run(), attempts])
  for (const secret of [access.apiKey, request.nonce, 'code-of-this-test']) expect(reported).not.toContain(secret)
})
