import { beforeEach, describe, expect, it, vi } from 'vitest'
import { receiveArrival } from './receive-arrival'
import { StoreUnavailableError } from './store'
import { inRequest } from './request/test-support'

const { currentUser, holdArrival, limitArrival, countHold, info } = vi.hoisted(() => ({
  currentUser: vi.fn(),
  holdArrival: vi.fn(),
  limitArrival: vi.fn(),
  countHold: vi.fn(),
  info: vi.fn(),
}))
vi.mock('./auth/user', () => ({ currentUser }))
vi.mock('./connect/hold-cookie', () => ({ holdArrival }))
vi.mock('./limits', () => ({
  limitArrival,
  requestAddress: (headers: Headers) => headers.get('x-forwarded-for') ?? 'the socket’s',
}))
vi.mock('./metrics', () => ({ countHold }))
vi.mock('./log', () => ({ log: () => ({ info }) }))

const requestId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const good = `request_id=${requestId}&nonce=n-1`
const arrive = (query: string, headers: Record<string, string> = {}) =>
  receiveArrival({ query: new URLSearchParams(query), headers: new Headers(headers) })

beforeEach(() => {
  vi.clearAllMocks()
  currentUser.mockResolvedValue({ id: 'ada' })
  holdArrival.mockResolvedValue(undefined)
  limitArrival.mockResolvedValue({ isAllowed: true })
})

describe('an arrival', () => {
  it('is held for its user, counted and logged, without its nonce', async () => {
    expect(await arrive(good, { 'x-forwarded-for': '192.0.2.1' })).toEqual({ kind: 'received' })
    expect(limitArrival.mock.calls).toEqual([['192.0.2.1']])
    expect(holdArrival.mock.calls).toEqual([[{ requestId, nonce: 'n-1' }, 'ada']])
    expect(countHold.mock.calls).toEqual([['kept']])
    expect(info.mock.calls).toEqual([[{ event: 'arrival', requestId }]])
  })

  it('is held for whoever signs in, where nobody has', async () => {
    currentUser.mockResolvedValue(null)
    await arrive(good)
    expect(holdArrival.mock.calls).toEqual([[{ requestId, nonce: 'n-1' }, undefined]])
  })

  it.each([
    ['no query', '', {}, { kind: 'received' }, 1],
    ['a parameter twice', `${good}&nonce=n-2`, {}, { kind: 'incomplete' }, 1],
    ['no nonce', `request_id=${requestId}`, {}, { kind: 'incomplete' }, 1],
    ['an image', good, { 'sec-fetch-dest': 'image' }, { kind: 'embedded' }, 0],
    ['a prefetch', good, { 'sec-purpose': 'prefetch' }, { kind: 'speculative' }, 0],
  ] as const)('of %s holds nothing', async (_what, query, headers, arrival, counted) => {
    expect(await arrive(query, headers)).toEqual(arrival)
    expect(limitArrival).toHaveBeenCalledTimes(counted)
    for (const unused of [holdArrival, countHold, info]) expect(unused).not.toHaveBeenCalled()
  })

  it('beyond the limit is told how long to wait, and is not looked at', async () => {
    limitArrival.mockResolvedValue({ isAllowed: false, waitMs: 1200 })
    expect(await arrive(good)).toEqual({ kind: 'busy', retrySeconds: 2 })
    for (const unused of [currentUser, holdArrival, countHold, info]) expect(unused).not.toHaveBeenCalled()
  })

  it('while the store is away is told to come again', async () => {
    holdArrival.mockRejectedValue(new StoreUnavailableError('away'))
    expect(await arrive(good)).toEqual({ kind: 'busy', retrySeconds: 5 })
    for (const unused of [countHold, info]) expect(unused).not.toHaveBeenCalled()
  })
})

describe('an arrival that is asked about twice in its request', () => {
  it.each([
    ['held', () => {}, 1],
    ['too many', () => limitArrival.mockResolvedValue({ isAllowed: false, waitMs: 1 }), 0],
    ['busy', () => holdArrival.mockRejectedValue(new StoreUnavailableError('away')), 1],
  ])('comes to the same, and is counted once: %s', async (_what, prepare, held) => {
    prepare()
    const [first, second] = await inRequest(async () => [await arrive(good), await arrive(good)])
    expect(second).toBe(first)
    expect(limitArrival).toHaveBeenCalledTimes(1)
    expect(holdArrival).toHaveBeenCalledTimes(held)
    await inRequest(() => arrive(good))
    expect(limitArrival).toHaveBeenCalledTimes(2)
  })

  it('is received anew where it has thrown', async () => {
    currentUser.mockRejectedValueOnce(new Error('only Next knows'))
    await inRequest(async () => {
      await expect(arrive(good)).rejects.toThrow('only Next knows')
      expect(holdArrival).not.toHaveBeenCalled()
      expect(await arrive(good)).toEqual({ kind: 'received' })
    })
    expect(holdArrival).toHaveBeenCalledTimes(1)
    expect(info).toHaveBeenCalledTimes(1)
    expect(limitArrival).toHaveBeenCalledTimes(1)
  })
})
