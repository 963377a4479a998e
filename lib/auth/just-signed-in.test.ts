import { describe, expect, it, vi } from 'vitest'
import { hasJustSignedIn, noteSignIn } from './just-signed-in'

const mocks = vi.hoisted(() => ({ isHttps: true, jar: new Map<string, string>(), set: vi.fn() }))
vi.mock('@/lib/config', () => ({ config: () => ({ app: { isHttps: mocks.isHttps } }) }))
vi.mock('next/headers', () => ({
  cookies: async () => ({
    get: (name: string) => mocks.jar.has(name) && { value: mocks.jar.get(name) },
    set: mocks.set.mockImplementation((name: string, value: string) => mocks.jar.set(name, value)),
  }),
}))

describe.each([
  [true, '__Host-connect-just-signed-in'],
  [false, 'connect-just-signed-in'],
])('the cookie of a recent login (https: %s)', (isHttps, name) => {
  it('lasts 30 seconds when noteSignIn sets it', async () => {
    mocks.isHttps = isHttps
    mocks.jar.clear()
    expect(await hasJustSignedIn()).toBe(false)
    await noteSignIn()
    const attributes = { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps, maxAge: 30 }
    expect(mocks.set).toHaveBeenLastCalledWith(name, '1', attributes)
    expect(await hasJustSignedIn()).toBe(true)
  })
})
