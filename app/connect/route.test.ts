import { NextRequest } from 'next/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { GET, HEAD } from './route'

const { currentUser, beginLoginAtArrival, holdArrival, limitArrival, countArrival, info, recordStep } = vi.hoisted(
  () => ({
    currentUser: vi.fn(),
    beginLoginAtArrival: vi.fn(),
    holdArrival: vi.fn(),
    limitArrival: vi.fn(),
    countArrival: vi.fn(),
    info: vi.fn(),
    recordStep: vi.fn(),
  }),
)
vi.mock('@/lib/config', () => ({ config: () => ({ service: { profileUrl: 'https://service.example/profile' } }) }))
vi.mock('@/lib/auth/user', () => ({ currentUser }))
vi.mock('@/lib/auth/arrival-login', () => ({ beginLoginAtArrival }))
vi.mock('@/lib/connect/hold-cookie', () => ({ holdArrival }))
vi.mock('@/lib/limits', () => ({
  limitArrival,
  requestAddress: (headers: Headers) => headers.get('x-forwarded-for') ?? 'the connection’s',
}))
vi.mock('@/lib/metrics', () => ({ countArrival }))
vi.mock('@/lib/records/record-step', () => ({ recordStep }))
vi.mock('@/lib/request/context', () => ({ correlationId: () => 'CODE000001' }))
vi.mock('@/lib/log', () => ({ log: () => ({ info }) }))
vi.mock('./plain-page', () => ({
  incompleteLinkPage: () => new Response(null, { status: 400 }),
  busyPage: (_headers: Headers, seconds: number) =>
    new Response(null, { status: 503, headers: { 'Retry-After': String(seconds) } }),
}))

const requestId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const good = `request_id=${requestId}&nonce=n-1`
const requestOf = (query: string, headers: Record<string, string> = {}) =>
  new NextRequest(`https://connect.example/connect?${query}`, { headers })
const arrive = (query: string, headers?: Record<string, string>) => GET(requestOf(query, headers))

const expectNothingHeld = () => {
  for (const unused of [currentUser, holdArrival, beginLoginAtArrival, recordStep])
    expect(unused).not.toHaveBeenCalled()
}

beforeEach(() => {
  vi.clearAllMocks()
  currentUser.mockResolvedValue({ id: 'ada' })
  beginLoginAtArrival.mockResolvedValue(null)
  holdArrival.mockResolvedValue(true)
  limitArrival.mockResolvedValue({ isAllowed: true })
})

describe('GET /connect', () => {
  it('holds the link for the user, counts the arrival, and logs it without the nonce', async () => {
    const response = await arrive(good, { 'x-forwarded-for': '192.0.2.1' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/connect/confirm'])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(limitArrival.mock.calls).toEqual([['192.0.2.1']])
    expect(holdArrival.mock.calls).toEqual([
      [
        { requestId, nonce: 'n-1' },
        { userId: 'ada', isFromService: false, isOnPhone: false, code: 'CODE000001' },
      ],
    ])
    expect(beginLoginAtArrival).not.toHaveBeenCalled()
    expect(countArrival.mock.calls).toEqual([['held']])
    expect(info.mock.calls).toEqual([[{ event: 'arrival', requestId }]])
    expect(recordStep.mock.calls).toEqual([[{ step: 'arrived', requestId, userId: 'ada' }]])
  })

  it.each([
    ['the provider', 'https://login.example/authorize?state=1', 'https://login.example/authorize?state=1'],
    ['the sign-in page with a problem', '/signin?error=unreachable', '/signin?error=unreachable'],
    ['the connect page when no login is begun', null, '/connect/confirm'],
  ])('redirects a user without a session to %s', async (_, login, location) => {
    currentUser.mockResolvedValue(null)
    beginLoginAtArrival.mockResolvedValue(login)
    const response = await arrive(good, { 'x-forwarded-for': '192.0.2.1' })
    expect([response.status, response.headers.get('location')]).toEqual([303, location])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(beginLoginAtArrival.mock.calls).toEqual([['192.0.2.1', '/connect/confirm']])
    expect(info.mock.calls).toEqual([[{ event: 'arrival', requestId }]])
    expect(recordStep.mock.calls).toEqual([[{ step: 'arrived', requestId, userId: undefined }]])
  })

  it('passes isOnPhone when the browser runs on a phone', async () => {
    await arrive(good, { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)' })
    expect(holdArrival.mock.calls[0]?.[1]).toMatchObject({ isOnPhone: true })
  })

  it('begins no login when the browser does not hold the link', async () => {
    currentUser.mockResolvedValue(null)
    holdArrival.mockResolvedValue(false)
    expect((await arrive(good)).headers.get('location')).toBe('/connect/confirm')
    expect(beginLoginAtArrival).not.toHaveBeenCalled()
  })

  it('redirects to the connect page and reports no_room when the browser has no room for the link', async () => {
    holdArrival.mockResolvedValue(false)
    const response = await arrive(good)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/connect/confirm'])
    expect(countArrival.mock.calls).toEqual([['no_room']])
    expect(info.mock.calls).toEqual([[{ event: 'arrival not held', requestId }]])
    expect(recordStep.mock.calls).toEqual([[{ step: 'arrived', reason: 'no_room', requestId, userId: 'ada' }]])
  })

  it('holds the link without a user when no user is signed in', async () => {
    currentUser.mockResolvedValue(null)
    await arrive(good)
    expect(holdArrival.mock.calls).toEqual([
      [
        { requestId, nonce: 'n-1' },
        { userId: undefined, isFromService: false, isOnPhone: false, code: 'CODE000001' },
      ],
    ])
  })

  it.each([
    ['https://service.example/', true],
    ['https://service.example/profile?a=1', true],
    ['https://service.example:8443/', false],
    ['https://service.example.attacker.example/', false],
    ['https://attacker.example/?https://service.example/', false],
    ['http://service.example/', false],
    ['no address', false],
  ])('reads the referrer %s as isFromService %s', async (referer, isFromService) => {
    await arrive(good, { referer })
    expect(holdArrival.mock.calls).toEqual([
      [
        { requestId, nonce: 'n-1' },
        { userId: 'ada', isFromService, isOnPhone: false, code: 'CODE000001' },
      ],
    ])
  })

  it.each([
    ['no query', '', {}, 303, 'none'],
    ['a parameter twice', `${good}&nonce=n-2`, {}, 400, 'invalid'],
    ['no nonce', `request_id=${requestId}`, {}, 400, 'invalid'],
    ['an image', good, { 'sec-fetch-dest': 'image' }, 403, 'embedded'],
    ['a prefetch', good, { 'sec-purpose': 'prefetch' }, 503, 'speculative'],
  ] as const)('holds nothing when the request is or has %s', async (_what, query, headers, status, result) => {
    expect((await arrive(query, headers)).status).toBe(status)
    expect(limitArrival).toHaveBeenCalledTimes(result === 'none' || result === 'invalid' ? 1 : 0)
    expect(countArrival.mock.calls).toEqual([[result]])
    expect(info.mock.calls).toEqual(result === 'invalid' ? [[{ event: 'incomplete link' }]] : [])
    expectNothingHeld()
  })

  it('sends Retry-After when the client address exceeds the limit', async () => {
    limitArrival.mockResolvedValue({ isAllowed: false, waitMs: 1200 })
    const response = await arrive(good)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    expect(countArrival.mock.calls).toEqual([['limited']])
    expect(info).not.toHaveBeenCalled()
    expectNothingHeld()
  })
})

it.each([
  [good, 303],
  [`request_id=${requestId}`, 400],
])('HEAD holds nothing and responds like GET for %s', async (query, status) => {
  expect((await HEAD(requestOf(query))).status).toBe(status)
  expect(limitArrival).not.toHaveBeenCalled()
  expectNothingHeld()
})
