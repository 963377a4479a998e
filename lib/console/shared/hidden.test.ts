import { beforeEach, describe, expect, it, vi } from 'vitest'
import * as sessions from '@/lib/auth/session'
import { configure } from '@/lib/config/test-support'
import { isHiddenConsole } from './hidden'

const hidden = (method: string, url: string) => isHiddenConsole({ method, url, headers: { cookie: 'a=b; c=d' } })

/** Signs in a user with this right. Undefined signs in no user. */
function signIn(right: 'operator' | 'viewer' | 'user' | undefined) {
  const rights = { isOperator: right === 'operator', isViewer: right === 'viewer' }
  const found =
    right === undefined ? null : { session: {} as sessions.Session, user: { id: 'u', name: 'U', ...rights } }
  return vi.spyOn(sessions, 'sessionUser').mockResolvedValue(found)
}

describe('isHiddenConsole', () => {
  beforeEach(() => configure())

  it('returns false without reading the session when the URL is not of the console', async () => {
    const signedIn = signIn('user')
    for (const url of ['/', '/connect', '/consoles', '/signin?callbackUrl=/console', '/consol%65s']) {
      expect(await hidden('GET', url), url).toBe(false)
    }
    expect(signedIn).not.toHaveBeenCalled()
  })

  it('hides the console from users but not from operators and viewers', async () => {
    const pages = ['/console', '/console?a=b', '/console/', '/console/users/%C3%A9', '/%63onsole']
    for (const right of ['user', 'operator', 'viewer'] as const) {
      const signedIn = signIn(right)
      for (const url of [...pages, '/console/audit/export']) {
        expect(await hidden('GET', url), `${url} for ${right}`).toBe(right === 'user')
      }
      const sent = [
        { name: 'a', value: 'b' },
        { name: 'c', value: 'd' },
      ]
      expect(signedIn).toHaveBeenCalledWith(sent, 'users')
    }
  })

  it('hides all but GET, HEAD and POST for pages from a visitor without a session', async () => {
    signIn(undefined)
    for (const [method, url, isHidden] of [
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
    ] as const)
      expect(await hidden(method, url), `${method} ${url}`).toBe(isHidden)
  })
})
