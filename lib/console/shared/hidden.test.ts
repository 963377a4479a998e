import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { sessionUser } from '@/lib/auth/session'
import { isHiddenConsole } from './hidden'

const signedIn = vi.hoisted(() => vi.fn<typeof sessionUser>())
vi.mock('@/lib/auth/session', () => ({ sessionUser: signedIn }))
vi.mock('@/lib/auth/people', () => ({ consolePeople: () => 'staff' }))

const hidden = (method: string, url: string) => isHiddenConsole({ method, url, headers: { cookie: 'a=b; c=d' } })

const user = { id: 'u', name: 'U', isOperator: false, isViewer: false }

/** Signs in a user with this right. Undefined signs in no user. */
function signIn(right: 'operator' | 'viewer' | 'user' | undefined) {
  const session = {
    id: 's',
    people: 'users' as const,
    identity: { issuer: 'i', id: 'u', name: 'U', hasOperatorRole: false, hasViewerRole: false },
    signedInAt: 0,
    expiresAt: 0,
  }
  const rights = { isOperator: right === 'operator', isViewer: right === 'viewer' }
  signedIn.mockResolvedValue(right === undefined ? null : { session, user: { ...user, ...rights } })
}

describe('isHiddenConsole', () => {
  beforeEach(() => signIn(undefined))

  it.each(['/', '/connect', '/consoles', '/signin?callbackUrl=/console', '/consol%65s'])(
    'returns false without reading the session when the URL is %s',
    async (url) => {
      signIn('user')
      expect(await hidden('GET', url)).toBe(false)
      expect(signedIn).not.toHaveBeenCalled()
    },
  )

  it.each(['/console', '/console?a=b', '/console/', '/console/users/%C3%A9', '/%63onsole', '/console/balances/export'])(
    'hides %s from users but not from operators and viewers',
    async (url) => {
      signIn('user')
      expect(await hidden('GET', url)).toBe(true)
      const sent = [
        { name: 'a', value: 'b' },
        { name: 'c', value: 'd' },
      ]
      expect(signedIn).toHaveBeenCalledWith(sent, 'staff')
      for (const right of ['operator', 'viewer'] as const) {
        signIn(right)
        expect(await hidden('GET', url)).toBe(false)
      }
    },
  )

  it.each([
    ['GET', '/console/balances?find=x', false],
    ['HEAD', '/console', false],
    ['POST', '/console', false],
    ['OPTIONS', '/console', true],
    ['PUT', '/console/users/x', true],
    ['GET', '/console/balances/export?format=csv', true],
    ['GET', '/console/conversions/by-user/find', true],
    ['GET', '/console/preview/frame', true],
    ['GET', '/console/preview/document?state=x', true],
    ['POST', '/console/uploads/file', true],
    ['GET', '/console/uploads/example', true],
    ['GET', '/console/balances/export/', true],
    ['POST', '/console/preview/document/', true],
  ])(
    'hides all but GET, HEAD and POST for pages when the visitor has no session: %s %s',
    async (method, url, isHidden) => {
      expect(await hidden(method, url)).toBe(isHidden)
    },
  )
})
