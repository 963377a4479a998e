import { encode } from 'next-auth/jwt'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { processStore } from '@/lib/store/process-store'
import { StoreUnavailableError, type Store } from '@/lib/store/store'
import { answerCallback } from './callback'

const mocks = vi.hoisted(() => ({
  store: vi.fn<() => Store>(),
  limitCallback: vi.fn<(address: string) => Promise<{ isAllowed: boolean }>>(),
  runNextAuth: vi.fn<() => Promise<Response>>(),
  warn: vi.fn<(line: object) => void>(),
  jar: new Map<string, string>(),
  headers: new Headers(),
}))
const origin = 'http://localhost:3000'
const secret = 's'.repeat(32)
vi.mock('@/lib/config', () => ({ config: () => ({ app: { origin, isHttps: false }, login: { secret } }) }))
vi.mock('@/lib/limits', () => ({ limitCallback: mocks.limitCallback, requestAddress: () => '192.0.2.1' }))
vi.mock('@/lib/log', () => ({ log: () => ({ warn: mocks.warn }) }))
vi.mock('@/lib/store', async () => ({ ...(await import('@/lib/store/store')), store: mocks.store }))
vi.mock('next/headers', () => ({
  headers: async () => mocks.headers,
  cookies: async () => ({ get: (name: string) => ({ value: mocks.jar.get(name) }) }),
}))
vi.mock('./next-auth', () => ({ runNextAuth: mocks.runNextAuth }))
vi.mock('./user', () => ({ currentUser: async () => null }))

const beginAnotherProcess = () => Reflect.deleteProperty(globalThis, Symbol.for('subnet-connect.per-process'))

beforeEach(async () => {
  beginAnotherProcess()
  mocks.store.mockReturnValue(processStore())
  mocks.limitCallback.mockReset().mockResolvedValue({ isAllowed: true })
  mocks.runNextAuth.mockReset().mockImplementation(async () => new Response('next-auth'))
  mocks.warn.mockReset()
  mocks.jar.clear()
  mocks.headers = new Headers()
  mocks.jar.set('next-auth.state', await sealed('the-state', 'next-auth.state'))
})

const sealed = (value: string, salt: string) => encode({ token: { value }, secret, salt, maxAge: 900 })

/** What a callback comes to: `next-auth` sees it, or the error in the sign-in page’s address. */
async function callBack(query: Record<string, string> = { code: 'a-code', state: 'the-state' }): Promise<string> {
  const answer = await answerCallback(new URLSearchParams(query))
  const location = answer.headers.get('Location')
  return location === null ? answer.text() : (new URL(location).searchParams.get('error') ?? location)
}

describe('a callback', () => {
  it('that a page has loaded as a picture is refused, and counts nowhere', async () => {
    mocks.headers = new Headers({ 'Sec-Fetch-Dest': 'image', 'Sec-Fetch-Mode': 'no-cors' })
    expect((await answerCallback(new URLSearchParams())).status).toBe(403)
    expect(mocks.limitCallback).not.toHaveBeenCalled()
    mocks.headers = new Headers({ 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' })
    expect(await callBack()).toBe('next-auth')
  })

  it('is seen once', async () => {
    expect(await callBack()).toBe('next-auth')
    expect(await callBack()).toBe('OAuthCallback')
    expect(mocks.runNextAuth).toHaveBeenCalledOnce()
    expect(mocks.warn.mock.calls).toEqual([[{ event: 'login failed', code: 'CALLBACK_REFUSED', reason: 'used state' }]])
  })

  it.each([
    ['another state', { code: 'a-code', state: 'another' }, 'another state'],
    ['no state', { code: 'a-code' }, 'another state'],
  ])('with %s is not seen, and uses nothing up', async (_, query, reason) => {
    expect(await callBack(query)).toBe('OAuthCallback')
    expect(mocks.runNextAuth).not.toHaveBeenCalled()
    expect(mocks.warn.mock.calls).toEqual([[{ event: 'login failed', code: 'CALLBACK_REFUSED', reason }]])
    expect(await callBack()).toBe('next-auth')
  })

  it.each([
    ['missing', () => undefined],
    ['not sealed', () => 'the-state'],
    ['sealed for something else', () => sealed('the-state', 'next-auth.nonce')],
    ['empty', () => sealed('', 'next-auth.state')],
  ])('is not seen where the state in the cookie is %s', async (_, makeCookie) => {
    const cookie = await makeCookie()
    if (cookie === undefined) mocks.jar.delete('next-auth.state')
    else mocks.jar.set('next-auth.state', cookie)
    for (const state of ['the-state', '']) expect(await callBack({ code: 'a-code', state })).toBe('OAuthCallback')
    expect(mocks.runNextAuth).not.toHaveBeenCalled()
  })

  it('is not seen above the limit of its address, and uses nothing up', async () => {
    mocks.limitCallback.mockResolvedValueOnce({ isAllowed: false })
    expect(await callBack()).toBe('failed')
    expect(mocks.limitCallback).toHaveBeenCalledWith('192.0.2.1')
    expect(mocks.runNextAuth).not.toHaveBeenCalled()
    expect(await callBack()).toBe('next-auth')
  })

  it('is seen once by all instances', async () => {
    mocks.store.mockReturnValue({ ...processStore(), isShared: true })
    expect(await callBack()).toBe('next-auth')
    beginAnotherProcess()
    expect(await callBack()).toBe('OAuthCallback')
  })

  it('is seen once by each instance while Redis is away', async () => {
    const away = () => Promise.reject(new StoreUnavailableError('away'))
    mocks.store.mockReturnValue({ ...processStore(), isShared: true, setIfAbsent: away })
    expect(await callBack()).toBe('next-auth')
    expect(await callBack()).toBe('OAuthCallback')
  })
})
