import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ConfirmResult } from '@/lib/service'
import { checkKey, checkKeyAfterUsers, interpretKeyCheck, madeUpRequestId, type KeyCheckVerdict } from './key-check'

const answer = (status: number, rest: Partial<ConfirmResult> = {}): ConfirmResult => ({
  status,
  hasAuthCode: false,
  returnUrl: undefined,
  error: undefined,
  reason: undefined,
  retryAfterSeconds: undefined,
  isReadable: true,
  ...rest,
})

describe('interpretKeyCheck', () => {
  it.each<[string, ConfirmResult, KeyCheckVerdict]>([
    ['404 request_not_found', answer(404, { reason: 'request_not_found' }), 'fine'],
    ['404 without a reason', answer(404), 'not_the_service'],
    ['404 with another reason', answer(404, { reason: 'subnet_not_found' }), 'not_the_service'],
    ['404 with HTML', answer(404, { isReadable: false }), 'not_the_service'],
    ['400', answer(400), 'bad_request'],
    ['401', answer(401), 'unauthenticated'],
    ['403', answer(403), 'forbidden'],
    ['403 with HTML', answer(403, { isReadable: false }), 'forbidden'],
    ['429', answer(429), 'rate_limited'],
    ['500', answer(500), 'server_error'],
    ['503 with HTML', answer(503, { isReadable: false }), 'server_error'],
    ['302', answer(302, { isReadable: false }), 'redirect'],
    ['200 with HTML', answer(200, { isReadable: false }), 'not_the_service'],
    ['200 with a code', answer(200, { hasAuthCode: true }), 'unexpected'],
    ['200 without a code', answer(200), 'unexpected'],
    ['409', answer(409, { reason: 'already_confirmed' }), 'unexpected'],
    ['410', answer(410, { reason: 'request_expired' }), 'unexpected'],
    ['418', answer(418), 'unexpected'],
    ['422', answer(422, { reason: 'invalid_request' }), 'unexpected'],
  ])('returns the verdict on %s', (_, answered, verdict) => {
    expect(interpretKeyCheck(answered, [])).toMatchObject({ verdict, status: answered.status })
  })

  it('returns fine only for 404 request_not_found', () => {
    const statuses = Array.from({ length: 400 }, (_, index) => 200 + index)
    const reasons = [undefined, 'request_not_found', 'request_expired']
    const fine = statuses.flatMap((status) =>
      reasons
        .filter((reason) => interpretKeyCheck(answer(status, { reason }), []).verdict === 'fine')
        .map((reason) => `${status} ${reason}`),
    )
    expect(fine).toEqual(['404 request_not_found'])
  })

  it('returns the seconds of Retry-After and the cleaned text of the service, but no text that quotes the key', () => {
    const check = (error: string) => interpretKeyCheck(answer(429, { error, retryAfterSeconds: 9 }), ['key-12345'])
    expect(check('Slow\0down')).toMatchObject({ message: 'Slow down', retryAfterSeconds: 9 })
    expect(check('Slow\0down, key-12345')).toMatchObject({ message: null, retryAfterSeconds: 9 })
  })
})

const access = {
  baseUrl: 'https://service.example',
  subnetId: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  apiKey: 'key-12345',
  names: { signature: 's', from: 'f', until: 'u', page: 'p', limit: 'l', address: 'a' },
}

function stubFetch(answerWith: typeof fetch) {
  const fetchMock = vi.fn(answerWith)
  vi.stubGlobal('fetch', fetchMock)
  return fetchMock
}

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('checkKey', () => {
  it('confirms a made-up request once', async () => {
    const bodies: string[] = []
    stubFetch(async (_url, init) => {
      bodies.push(String(init?.body))
      return Response.json({ error: 'Unknown', reason: 'request_not_found' }, { status: 404 })
    })
    expect(await checkKey(access, {})).toMatchObject({ verdict: 'fine', status: 404, message: 'Unknown' })
    expect(bodies).toHaveLength(1)
    expect(JSON.parse(bodies[0] ?? '')).toMatchObject({
      request_id: expect.stringMatching(/^0{10}[0-9A-HJKMNP-TV-Z]{16}$/),
    })
  })

  it('returns unreachable when the service does not answer', async () => {
    stubFetch(() => Promise.reject(new TypeError('fetch failed')))
    expect(await checkKey(access, {})).toMatchObject({ verdict: 'unreachable', status: null })
  })

  it('returns timed_out when no answer arrives in time', async () => {
    stubFetch(
      (_url, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('aborted')))),
    )
    expect(await checkKey(access, { deadlineMs: 10 })).toMatchObject({ verdict: 'timed_out', status: null })
  })

  it('returns not_the_service when the answer is too large', async () => {
    stubFetch(async () => new Response('x'.repeat(100_000)))
    expect(await checkKey(access, {})).toMatchObject({ verdict: 'not_the_service' })
  })
})

describe('checkKeyAfterUsers', () => {
  const pause = vi.fn<(ms: number) => Promise<void>>()
  beforeEach(() => void pause.mockReset())

  it.each([
    ['7200', 7_200_000],
    [undefined, 60_000],
  ])('pauses users when the service answers 429 with Retry-After %s', async (retryAfter, ms) => {
    const headers = retryAfter === undefined ? {} : { 'Retry-After': retryAfter }
    stubFetch(async () => Response.json({ error: 'Too many requests' }, { status: 429, headers }))
    const result = await checkKeyAfterUsers(access, {}, { spendSpare: async () => true, pause })
    expect(result.verdict).toBe('rate_limited')
    expect(pause).toHaveBeenCalledExactlyOnceWith(ms)
  })

  it('does not pause users when the key is fine', async () => {
    stubFetch(async () => Response.json({ error: 'Unknown', reason: 'request_not_found' }, { status: 404 }))
    await checkKeyAfterUsers(access, {}, { spendSpare: async () => true, pause })
    expect(pause).not.toHaveBeenCalled()
  })

  const notFound = async () => Response.json({ error: 'Unknown', reason: 'request_not_found' }, { status: 404 })

  it.each([0, 3])('calls the service when a call is spare after %i polls without one', async (times) => {
    const fetchMock = stubFetch(notFound)
    let asked = 0
    const spendSpare = async () => (asked += 1) > times
    expect(await checkKeyAfterUsers(access, {}, { spendSpare, pause }, { waitMs: 60_000, pollMs: 1 })).toMatchObject({
      verdict: 'fine',
    })
    expect(asked).toBe(times + 1)
    expect(fetchMock).toHaveBeenCalledOnce()
  })

  it('calls nothing when users need every call', async () => {
    const fetchMock = stubFetch(notFound)
    const begun = performance.now()
    expect(
      await checkKeyAfterUsers(access, {}, { spendSpare: async () => false, pause }, { waitMs: 50, pollMs: 5 }),
    ).toEqual({
      verdict: 'users_first',
      status: null,
      message: null,
    })
    expect(performance.now() - begun).toBeGreaterThan(40)
    expect(fetchMock).not.toHaveBeenCalled()
  })
})

describe('madeUpRequestId', () => {
  it('returns a different ULID each time', () => {
    expect(madeUpRequestId()).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    expect(madeUpRequestId()).not.toBe(madeUpRequestId())
  })
})
