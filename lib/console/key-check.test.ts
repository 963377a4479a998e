import { beforeEach, describe, expect, it, vi } from 'vitest'
import { access } from './test-service'
import { confirmErrorKind, type ConfirmResult } from '@/lib/service'
import { hang, networkFailure, stubFetch } from '@/lib/service/test-support'
import { checkKey, checkKeyAfterUsers, interpretKeyCheck, madeUpRequestId, type KeyCheckVerdict } from './key-check'

const answer = (status: number, rest: Partial<ConfirmResult> = {}): ConfirmResult => ({
  status,
  hasAuthCode: false,
  returnUrl: undefined,
  error: undefined,
  reason: undefined,
  retryAfterSeconds: undefined,
  contentType: 'application/json',
  kind: confirmErrorKind({ status, reason: undefined, text: 'In words.', ...rest }),
  ...rest,
})

const html = (status: number) => answer(status, { kind: 'not_the_service', contentType: 'text/html' })

describe('interpretKeyCheck', () => {
  it('returns a verdict for each answer', () => {
    const answers: [string, ConfirmResult, KeyCheckVerdict][] = [
      ['404 request_not_found', answer(404, { reason: 'request_not_found' }), 'fine'],
      ['404 without a reason', answer(404), 'not_the_service'],
      ['404 with another reason', answer(404, { reason: 'subnet_not_found' }), 'not_the_service'],
      ['404 with HTML', html(404), 'not_the_service'],
      ['400', answer(400), 'bad_request'],
      ['401', answer(401), 'unauthenticated'],
      ['403', answer(403), 'forbidden'],
      ['403 with HTML', html(403), 'not_the_service'],
      ['401 with HTML', html(401), 'not_the_service'],
      ['400 with HTML', html(400), 'not_the_service'],
      ['429 with HTML', html(429), 'not_the_service'],
      ['429', answer(429), 'rate_limited'],
      ['500', answer(500), 'server_error'],
      ['503 with HTML', html(503), 'not_the_service'],
      ['302', html(302), 'redirect'],
      ['200 with HTML', html(200), 'not_the_service'],
      ['200 with a code', answer(200, { hasAuthCode: true }), 'unexpected'],
      ['200 without a code', answer(200), 'unexpected'],
      ['409', answer(409, { reason: 'already_confirmed' }), 'unexpected'],
      ['410', answer(410, { reason: 'request_expired' }), 'unexpected'],
      ['418', answer(418), 'unexpected'],
      ['422', answer(422, { reason: 'invalid_request' }), 'unexpected'],
    ]
    for (const [what, answered, verdict] of answers) {
      const { status, contentType } = answered
      const result = { verdict, status, answer: `${status}, ${contentType}` }
      expect(interpretKeyCheck(answered, []), what).toMatchObject(result)
    }
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

const notFound = async () => Response.json({ error: 'Unknown', reason: 'request_not_found' }, { status: 404 })

describe('checkKey', () => {
  it('confirms a made-up request once', async () => {
    const fetchMock = stubFetch().mockImplementation(notFound)
    expect(await checkKey(access, {})).toMatchObject({ verdict: 'fine', status: 404, message: 'Unknown' })
    expect(fetchMock).toHaveBeenCalledOnce()
    expect(JSON.parse(String(fetchMock.mock.calls[0]?.[1]?.body))).toMatchObject({
      request_id: expect.stringMatching(/^0{10}[0-9A-HJKMNP-TV-Z]{16}$/),
    })
  })

  it('returns why the call failed when it has no answer', async () => {
    const fetchMock = stubFetch().mockRejectedValueOnce(networkFailure('ECONNREFUSED'))
    expect(await checkKey(access, {})).toMatchObject({ verdict: 'unreachable', status: null })
    fetchMock.mockImplementationOnce(hang)
    expect(await checkKey(access, { deadlineMs: 10 })).toMatchObject({ verdict: 'timed_out', status: null })
    fetchMock.mockResolvedValueOnce(new Response('x'.repeat(100_000)))
    expect(await checkKey(access, {})).toMatchObject({ verdict: 'not_the_service' })
  })
})

describe('checkKeyAfterUsers', () => {
  const pause = vi.fn<(ms: number) => Promise<void>>()
  beforeEach(() => void pause.mockReset())

  it('pauses users for the time in Retry-After, or for a minute, when the service answers 429', async () => {
    const fetchMock = stubFetch()
    for (const headers of [{ 'Retry-After': '7200' }, {}]) {
      fetchMock.mockResolvedValueOnce(Response.json({ error: 'Too many requests' }, { status: 429, headers }))
      const result = await checkKeyAfterUsers(access, {}, { spendSpare: async () => true, pause })
      expect(result.verdict).toBe('rate_limited')
    }
    fetchMock.mockResolvedValueOnce(new Response('<p>Slow down', { status: 429, headers: { 'Retry-After': '9' } }))
    const ofProxy = await checkKeyAfterUsers(access, {}, { spendSpare: async () => true, pause })
    expect(ofProxy.verdict).toBe('not_the_service')
    expect(pause.mock.calls).toEqual([[7_200_000], [60_000], [9000]])
  })

  it('calls the service as soon as a call is spare, and does not pause users when the key is fine', async () => {
    const fetchMock = stubFetch().mockImplementation(notFound)
    for (const times of [0, 3]) {
      let asked = 0
      const spendSpare = async () => (asked += 1) > times
      const limits = { waitMs: 60_000, pollMs: 1 }
      expect(await checkKeyAfterUsers(access, {}, { spendSpare, pause }, limits)).toMatchObject({ verdict: 'fine' })
      expect(asked).toBe(times + 1)
    }
    expect(fetchMock).toHaveBeenCalledTimes(2)
    expect(pause).not.toHaveBeenCalled()
  })

  it('calls nothing when users need every call', async () => {
    const fetchMock = stubFetch()
    const begun = performance.now()
    const limits = { waitMs: 50, pollMs: 5 }
    const result = await checkKeyAfterUsers(access, {}, { spendSpare: async () => false, pause }, limits)
    expect(result).toEqual({ verdict: 'users_first', status: null, message: null })
    expect(performance.now() - begun).toBeGreaterThan(40)
    expect(fetchMock).not.toHaveBeenCalled()
  })
})

it('madeUpRequestId returns a different ULID each time', () => {
  expect(madeUpRequestId()).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
  expect(madeUpRequestId()).not.toBe(madeUpRequestId())
})
