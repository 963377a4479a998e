import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Discovery } from './provider'

const issuer = 'https://login.example'
const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  userinfo_endpoint: `${issuer}/me`,
}
const minuteMs = 60_000

const { error, countSignIn } = vi.hoisted(() => ({ error: vi.fn(), countSignIn: vi.fn() }))
vi.mock('@/lib/metrics', () => ({ countSignIn }))
vi.mock('@/lib/log', () => ({ log: () => ({ error }) }))
const logged = (reason: string) => [{ event: 'login provider is away', reason }]

const fetchMock = vi.fn<(url: string) => Promise<Response>>()
const answer = (body: unknown, status = 200) =>
  fetchMock.mockImplementation(async () => Response.json(body, { status }))
let now = 0
const discovery = (of = issuer) => new Discovery(of, () => now)

beforeEach(() => {
  now = 1_000_000
  fetchMock.mockReset()
  error.mockReset()
  countSignIn.mockReset()
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => void vi.unstubAllGlobals())

describe('Discovery', () => {
  it('asks once for all who ask at the same time, and for some minutes', async () => {
    answer(metadata)
    const provider = discovery()
    const all = await Promise.all(Array.from({ length: 100 }, () => provider.metadata()))
    expect(all.every((one) => one?.token_endpoint === metadata.token_endpoint)).toBe(true)
    expect(fetchMock).toHaveBeenCalledOnce()
    expect(fetchMock.mock.calls[0]?.[0]).toBe(`${issuer}/.well-known/openid-configuration`)

    now += 9 * minuteMs
    await provider.metadata()
    expect(fetchMock).toHaveBeenCalledOnce()
    now += 2 * minuteMs
    await provider.metadata()
    expect(fetchMock).toHaveBeenCalledTimes(2)
  })

  it('remembers a failure for seconds, and logs and counts it once', async () => {
    answer({}, 503)
    const provider = discovery()
    const failures = await Promise.all(Array.from({ length: 100 }, () => provider.metadata()))
    expect(failures.every((one) => one === undefined)).toBe(true)
    now += 4000
    expect(await provider.metadata()).toBeUndefined()
    expect(fetchMock).toHaveBeenCalledOnce()
    expect(error.mock.calls).toEqual([logged('status 503')])
    expect(countSignIn.mock.calls).toEqual([['provider_away']])

    answer(metadata)
    now += 2000
    expect(await provider.metadata()).toMatchObject(metadata)
  })

  it('goes on with what it knows while the provider is away, for a day', async () => {
    answer(metadata)
    const provider = discovery()
    await provider.metadata()
    fetchMock.mockRejectedValue(new TypeError('fetch failed'))
    now += 60 * minuteMs
    expect(await provider.metadata()).toMatchObject(metadata)
    expect(error.mock.calls).toEqual([logged('TypeError')])
    now += 24 * 60 * minuteMs
    expect(await provider.metadata()).toBeUndefined()
  })

  it.each([
    ['another issuer', { ...metadata, issuer: 'https://evil.example' }],
    ['unexpected token_endpoint', { ...metadata, token_endpoint: 'http://login.example/token' }],
    ['unexpected jwks_uri', { ...metadata, jwks_uri: undefined }],
    ['unexpected authorization_endpoint', { ...metadata, authorization_endpoint: 'javascript:alert(1)' }],
    ['unexpected body', []],
    ['too large', { ...metadata, more: 'x'.repeat(300_000) }],
  ])('refuses %s', async (reason, body) => {
    answer(body)
    expect(await discovery().metadata()).toBeUndefined()
    expect(error.mock.calls).toEqual([logged(reason)])
  })

  it.each([
    ['https://login.example/', 'https://login.example'],
    ['http://localhost:4000', 'http://localhost:4000/'],
  ])('takes %s for %s, as long as only the slash differs', async (configured, told) => {
    const at = (path: string) => `${told.replace(/\/$/, '')}${path}`
    answer({ issuer: told, authorization_endpoint: at('/a'), token_endpoint: at('/t'), jwks_uri: at('/k') })
    expect((await discovery(configured).metadata())?.issuer).toBe(told)
  })
})
