import { beforeEach, describe, expect, it, vi } from 'vitest'
import { askToSignIn, isAskedToSignIn, stopAskingToSignIn } from './ask-to-sign-in'

const mocks = vi.hoisted(() => ({ isHttps: true, jar: new Map<string, string>(), set: vi.fn() }))
vi.mock('@/lib/config', () => ({ config: () => ({ app: { isHttps: mocks.isHttps } }) }))
vi.mock('next/headers', () => ({
  cookies: async () => ({
    get: (name: string) => mocks.jar.has(name) && { value: mocks.jar.get(name) },
    set: mocks.set,
  }),
}))

beforeEach(() => {
  mocks.jar.clear()
  mocks.set.mockReset().mockImplementation((name: string, value: string) => mocks.jar.set(name, value))
})

describe.each([
  [true, '__Host-connect-ask-to-sign-in'],
  [false, 'connect-ask-to-sign-in'],
])('the cookie that asks to sign in (https: %s)', (isHttps, name) => {
  beforeEach(() => {
    mocks.isHttps = isHttps
  })
  const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps }

  it('lasts 30 minutes when askToSignIn sets it', async () => {
    expect(await isAskedToSignIn()).toBe(false)
    await askToSignIn()
    expect(mocks.set.mock.calls).toEqual([[name, '1', { ...attributes, maxAge: 1800 }]])
    expect(await isAskedToSignIn()).toBe(true)
  })

  it('disappears when stopAskingToSignIn deletes it', async () => {
    await askToSignIn()
    mocks.set.mockClear()
    await stopAskingToSignIn()
    expect(mocks.set.mock.calls).toEqual([[name, '', { ...attributes, maxAge: 0 }]])
    expect(await isAskedToSignIn()).toBe(false)
  })

  it('stays missing when stopAskingToSignIn finds no cookie', async () => {
    await stopAskingToSignIn()
    expect(mocks.set).not.toHaveBeenCalled()
  })
})
