import { encode } from 'next-auth/jwt'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { processStore } from '@/lib/store/process-store'
import { StoreUnavailableError, type Store } from '@/lib/store/store'
import { answerCallback } from './callback'
import { LoginError } from './failure'
import type { People } from './people'
import type { Provider } from './provider'
import type { Login } from './options'

const mocks = vi.hoisted(() => ({
  store: vi.fn<() => Store>(),
  limitCallback: vi.fn<(address: string) => Promise<{ isAllowed: boolean }>>(),
  runNextAuth: vi.fn<(path: string[], login: Login) => Promise<Response>>(),
  provider: { issuer: 'https://login.example' } as Provider,
  warn: vi.fn<(line: object) => void>(),
  recordStep: vi.fn<(step: object) => void>(),
  jar: new Map<string, string>(),
  headers: new Headers(),
}))
const origin = 'http://localhost:3000'
const secret = 's'.repeat(32)
const oidc = { clientId: 'the app', clientSecret: 'the-secret', usesNonce: true }
const login = { secret, oidc, staff: { ...oidc, issuer: 'https://staff.example' } }
vi.mock('@/lib/config', () => ({ config: () => ({ app: { origin, isHttps: false }, login }) }))
vi.mock('@/lib/limits', () => ({ limitCallback: mocks.limitCallback, requestAddress: () => '192.0.2.1' }))
vi.mock('@/lib/log', () => ({ log: () => ({ warn: mocks.warn }) }))
vi.mock('@/lib/connect/hold-cookie', () => ({ unboundLinks: async () => [{ requestId: 'a-request' }] }))
vi.mock('@/lib/records/record-step', () => ({ recordStep: mocks.recordStep }))
vi.mock('@/lib/store', async () => ({ ...(await import('@/lib/store/store')), store: mocks.store }))
vi.mock('next/headers', () => ({
  headers: async () => mocks.headers,
  cookies: async () => ({
    get: (name: string) => ({ value: mocks.jar.get(name) }),
    set: (name: string) => mocks.jar.delete(name),
  }),
}))
vi.mock('./next-auth', () => ({
  runNextAuth: mocks.runNextAuth,
  afterNextAuth: () => '/next-auth',
}))
vi.mock('./provider', () => ({ discovery: () => ({ provider: async () => mocks.provider }) }))
vi.mock('./user', () => ({ currentUser: async () => null }))

const beginAnotherProcess = () => Reflect.deleteProperty(globalThis, Symbol.for('subnet-connect.process-singleton'))

beforeEach(async () => {
  beginAnotherProcess()
  mocks.store.mockReturnValue(processStore())
  mocks.limitCallback.mockReset().mockResolvedValue({ isAllowed: true })
  mocks.runNextAuth.mockReset().mockImplementation(async () => new Response('/next-auth'))
  mocks.warn.mockReset()
  mocks.recordStep.mockReset()
  mocks.jar.clear()
  mocks.headers = new Headers()
  mocks.provider = { issuer: 'https://login.example' } as Provider
  oidc.usesNonce = true
  for (const name of ['state', 'nonce', 'pkce.code_verifier']) {
    mocks.jar.set(`next-auth.${name}`, await sealed(`the-${name}`, `next-auth.${name}`))
  }
})

const sealed = (value: string, salt: string) => encode({ token: { value }, secret, salt, maxAge: 900 })

/** Answers a callback. @returns `/next-auth` if it reached next-auth, otherwise the error in the sign-in page’s URL. */
async function callBack(
  query: Record<string, string> = { code: 'a-code', state: 'the-state' },
  people: People = 'users',
): Promise<string> {
  const answer = await answerCallback(people, new URLSearchParams(query))
  const { pathname, searchParams } = new URL(answer.headers.get('Location') ?? '')
  return searchParams.get('error') ?? pathname
}

describe('answerCallback', () => {
  it('answers 403 and counts nothing when a page loads the callback as an image', async () => {
    mocks.headers = new Headers({ 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Mode': 'no-cors' })
    expect((await answerCallback('users', new URLSearchParams())).status).toBe(403)
    expect(mocks.limitCallback).not.toHaveBeenCalled()
    mocks.headers = new Headers({ 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' })
    expect(await callBack()).toBe('/next-auth')
  })

  it('passes a callback to next-auth only once', async () => {
    expect(await callBack()).toBe('/next-auth')
    expect(await callBack()).toBe('unfinished')
    expect(mocks.runNextAuth).toHaveBeenCalledOnce()
    expect(mocks.warn.mock.calls).toEqual([[{ event: 'login failed', code: 'login_used', hint: undefined }]])
  })

  it.each([
    ['another state', { code: 'a-code', state: 'another' }],
    ['no state', { code: 'a-code' }],
  ])('refuses a callback and keeps the login usable when it has %s', async (_, query) => {
    expect(await callBack(query)).toBe('unfinished')
    expect(mocks.runNextAuth).not.toHaveBeenCalled()
    expect(mocks.warn.mock.calls).toEqual([[{ event: 'login failed', code: 'another_login', hint: undefined }]])
    expect(await callBack()).toBe('/next-auth')
  })

  describe.each(['state', 'nonce', 'pkce.code_verifier'])('with the cookie %s', (name) => {
    const cookieName = `next-auth.${name}`
    it.each([
      ['missing', () => undefined],
      ['not sealed', () => `the-${name}`],
      ['sealed for something else', () => sealed(`the-${name}`, 'next-auth.csrf')],
      ['empty', () => sealed('', cookieName)],
    ])('refuses a callback when the cookie is %s', async (_, makeCookie) => {
      const cookie = await makeCookie()
      if (cookie === undefined) mocks.jar.delete(cookieName)
      else mocks.jar.set(cookieName, cookie)
      for (const state of ['the-state', '']) expect(await callBack({ code: 'a-code', state })).toBe('unfinished')
      expect(mocks.runNextAuth).not.toHaveBeenCalled()
      expect(mocks.warn.mock.calls[0]).toEqual([{ event: 'login failed', code: 'no_login_here', hint: undefined }])
    })
  })

  it('accepts a missing nonce cookie, but no missing PKCE cookie, when the provider signs no nonce', async () => {
    oidc.usesNonce = false
    mocks.jar.delete('next-auth.nonce')
    const verifier = mocks.jar.get('next-auth.pkce.code_verifier') ?? ''
    mocks.jar.delete('next-auth.pkce.code_verifier')
    expect(await callBack()).toBe('unfinished')
    mocks.jar.set('next-auth.pkce.code_verifier', verifier)
    expect(await callBack()).toBe('/next-auth')
  })

  it.each([
    ['https://login.example', true, '/next-auth'],
    ['https://login.example', undefined, '/next-auth'],
    [undefined, undefined, '/next-auth'],
    [undefined, true, 'misconfigured'],
    ['https://evil.example', true, 'misconfigured'],
    ['https://evil.example', undefined, 'misconfigured'],
  ])('checks iss %s when the provider promises iss (%s): %s', async (iss, isPromised, outcome) => {
    mocks.provider = { ...mocks.provider, authorization_response_iss_parameter_supported: isPromised }
    const issued = iss === undefined ? {} : { iss }
    expect(await callBack({ code: 'a-code', state: 'the-state', ...issued })).toBe(outcome)
  })

  it.each([
    ['access_denied', 'unfinished', 'denied'],
    ['login_required', 'unfinished', 'denied'],
    ['invalid_scope', 'misconfigured', 'scope_refused'],
    ['unauthorized_client', 'misconfigured', 'client_refused'],
    ['temporarily_unavailable', 'unreachable', 'provider_away'],
    ['constructor', 'misconfigured', 'provider_error'],
  ])('ends the login when the provider sends the error %s, and reports %s', async (error, problem, code) => {
    const query = { error, state: 'the-state', error_description: 'Not the-nonce, which is wrong' }
    expect(await callBack(query)).toBe(problem)
    const line = { event: 'login failed', code, endpoint: 'authorization', reason: error, description: undefined }
    expect(mocks.warn.mock.calls).toEqual([[expect.objectContaining(line)]])
    expect(mocks.runNextAuth).not.toHaveBeenCalled()
    expect(mocks.jar.size).toBe(0)
  })

  it('reports the failure at the provider when next-auth fails because of it', async () => {
    mocks.runNextAuth.mockImplementation(async (_, { atProvider }) => {
      if (atProvider) atProvider.failure = new LoginError('client_refused', { endpoint: 'token' })
      return new Response(null, { status: 302, headers: { Location: `${origin}/signin?error=OAuthCallback` } })
    })
    expect(await callBack()).toBe('misconfigured')
    expect(mocks.warn.mock.calls).toEqual([[expect.objectContaining({ code: 'client_refused', endpoint: 'token' })]])
  })

  it('refuses a callback and keeps the login usable when the client address is above the limit', async () => {
    mocks.limitCallback.mockResolvedValueOnce({ isAllowed: false })
    expect(await callBack()).toBe('failed')
    expect(mocks.limitCallback).toHaveBeenCalledWith('192.0.2.1')
    expect(mocks.runNextAuth).not.toHaveBeenCalled()
    expect(await callBack()).toBe('/next-auth')
  })

  it('passes a callback to next-auth only once across all instances', async () => {
    mocks.store.mockReturnValue({ ...processStore(), isShared: true })
    expect(await callBack()).toBe('/next-auth')
    beginAnotherProcess()
    expect(await callBack()).toBe('unfinished')
  })

  it('passes a callback to next-auth once per instance while Redis is unavailable', async () => {
    const fail = () => Promise.reject(new StoreUnavailableError('unavailable'))
    mocks.store.mockReturnValue({ ...processStore(), isShared: true, setIfAbsent: fail })
    expect(await callBack()).toBe('/next-auth')
    expect(await callBack()).toBe('unfinished')
  })

  describe('for staff', () => {
    const staffCookies = ['state', 'nonce', 'pkce.code_verifier'].map((name) => `next-auth.staff.${name}`)

    it('accepts the cookies of a staff login, and not the cookies of a user login', async () => {
      expect(await callBack(undefined, 'staff')).toBe('unfinished')
      for (const name of staffCookies) mocks.jar.set(name, await sealed('the-state', name))
      expect(await callBack(undefined, 'staff')).toBe('/next-auth')
      expect(mocks.runNextAuth.mock.calls.map(([path, { people }]) => [path.join('/'), people])).toEqual([
        ['callback/console', 'staff'],
      ])
    })

    it('refuses renamed cookies of a user login', async () => {
      for (const name of staffCookies) mocks.jar.set(name, await sealed('the-state', name.replace('staff.', '')))
      expect(await callBack(undefined, 'staff')).toBe('unfinished')
    })
  })
})
