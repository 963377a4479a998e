import { describe, expect, it, vi } from 'vitest'
import { access } from '@/lib/service/test-support'
import * as limits from '@/lib/limits'
import { createConfirmBudget } from '@/lib/limits/confirm-budget'
import { hang, networkFailure, stubFetch } from '@/lib/service/test-support'
import { checkKey, checkKeyAfterUsers, type KeyCheckVerdict } from './key-check'

const notFound = async () => Response.json({ error: 'Unknown', reason: 'request_not_found' }, { status: 404 })

const json = (status: number, body: object = {}) => Response.json({ error: 'In words.', ...body }, { status })
const html = (status: number) => new Response('<p>', { status, headers: { 'Content-Type': 'text/html' } })

describe('checkKey', () => {
  it('returns a verdict for each answer', async () => {
    const answers: [string, Response, KeyCheckVerdict][] = [
      ['404 request_not_found', json(404, { reason: 'request_not_found' }), 'fine'],
      ['404 without a reason', json(404), 'not_the_service'],
      ['404 with another reason', json(404, { reason: 'subnet_not_found' }), 'not_the_service'],
      ['404 with HTML', html(404), 'not_the_service'],
      ['429 with HTML', html(429), 'not_the_service'],
      ['400', json(400), 'bad_request'],
      ['401', json(401), 'unauthenticated'],
      ['403', json(403), 'forbidden'],
      ['429', json(429), 'rate_limited'],
      ['500', json(500), 'server_error'],
      ['302', html(302), 'redirect'],
      ['404 with a code', json(404, { reason: 'request_not_found', auth_code: 'x' }), 'unexpected'],
      ['200 without a code', json(200), 'unexpected'],
      ['422', json(422, { reason: 'invalid_request' }), 'unexpected'],
    ]
    for (const [what, response, verdict] of answers) {
      stubFetch().mockResolvedValueOnce(response)
      const answer = `${response.status}, ${response.headers.get('Content-Type')}`
      expect(await checkKey(access, {}), what).toMatchObject({ verdict, status: response.status, answer })
    }
  })

  it('returns the cleaned text of the service, but no text that quotes the key', async () => {
    const fetchMock = stubFetch()
    for (const [error, message] of [
      ['Slow\0down', 'Slow down'],
      [`Slow\0down, ${access.apiKey}`, null],
    ] as const) {
      fetchMock.mockResolvedValueOnce(Response.json({ error }, { status: 429, headers: { 'Retry-After': '9' } }))
      expect(await checkKey(access, {})).toMatchObject({ message, retryAfterSeconds: 9 })
    }
  })

  it('confirms a made-up request once, another one each time', async () => {
    const fetchMock = stubFetch().mockImplementation(notFound)
    for (const _ of [1, 2])
      expect(await checkKey(access, {})).toMatchObject({ verdict: 'fine', status: 404, message: 'Unknown' })
    const ids = fetchMock.mock.calls.map(
      ([, init]) => /"request_id":"0{10}([0-9A-HJKMNP-TV-Z]{16})"/.exec(String(init?.body))?.[1],
    )
    expect([ids.length, new Set(ids).size, ids.includes(undefined)]).toEqual([2, 2, false])
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
  const replaceLimits = (spendSpare: () => boolean) => {
    const budget = createConfirmBudget({ callsPerMinute: 110 })
    vi.spyOn(limits, 'confirmBudget').mockReturnValue(budget)
    vi.spyOn(budget, 'spendSpare').mockImplementation(async () => spendSpare())
    return vi.spyOn(budget, 'pause')
  }

  it('pauses users for the time in Retry-After, or for a minute, when the service answers 429', async () => {
    const pause = replaceLimits(() => true)
    const fetchMock = stubFetch()
    for (const [body, headers, verdict] of [
      ['{"error":"Too many requests"}', { 'Retry-After': '7200' }, 'rate_limited'],
      ['{"error":"Too many requests"}', {}, 'rate_limited'],
      ['<p>Slow down', { 'Retry-After': '9', 'Content-Type': 'text/html' }, 'not_the_service'],
    ] as const) {
      const ofType = { 'Content-Type': 'application/json', ...headers }
      fetchMock.mockResolvedValueOnce(new Response(body, { status: 429, headers: ofType }))
      expect(await checkKeyAfterUsers(access, {})).toMatchObject({ verdict })
    }
    expect(pause.mock.calls).toEqual([[7_200_000], [60_000], [9000]])
  })

  it('calls the service as soon as a call is spare, and does not pause users when the key is fine', async () => {
    const fetchMock = stubFetch().mockImplementation(notFound)
    for (const times of [0, 3]) {
      let asked = 0
      const pause = replaceLimits(() => (asked += 1) > times)
      expect(await checkKeyAfterUsers(access, {}, { waitMs: 60_000, pollMs: 1 })).toMatchObject({ verdict: 'fine' })
      expect(asked).toBe(times + 1)
      expect(pause).not.toHaveBeenCalled()
    }
    expect(fetchMock).toHaveBeenCalledTimes(2)
  })

  it('calls nothing when users need every call', async () => {
    replaceLimits(() => false)
    const fetchMock = stubFetch()
    const begun = performance.now()
    const result = await checkKeyAfterUsers(access, {}, { waitMs: 50, pollMs: 5 })
    expect(result).toEqual({ verdict: 'users_first', status: null, message: null })
    expect(performance.now() - begun).toBeGreaterThan(40)
    expect(fetchMock).not.toHaveBeenCalled()
  })
})
