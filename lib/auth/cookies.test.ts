import { describe, expect, it } from 'vitest'
import { authCookies, isSessionCookie, sealedSession } from './cookies'

const https = authCookies(true)
const http = authCookies(false)

describe('authCookies', () => {
  it('are for this host alone with https, which browsers require of the prefix: secure, all paths, no domain', () => {
    expect(Object.values(https).map(({ name }) => name)).toEqual([
      '__Host-next-auth.session-token',
      '__Host-next-auth.callback-url',
      '__Host-next-auth.csrf-token',
      '__Host-next-auth.pkce.code_verifier',
      '__Host-next-auth.state',
      '__Host-next-auth.nonce',
    ])
    for (const { options } of Object.values(https)) {
      expect(options).toMatchObject({ secure: true, httpOnly: true, path: '/', sameSite: 'lax' })
      expect(options).not.toHaveProperty('domain')
    }
  })

  it('have no prefix without https, where browsers would refuse it', () => {
    for (const { name, options } of Object.values(http)) {
      expect(name).toMatch(/^next-auth\./)
      expect(options.secure).toBe(false)
    }
  })
})

describe('sealedSession', () => {
  const name = https.sessionToken.name
  it.each([
    [[[name, 'whole']], 'whole'],
    [
      [
        [`${name}.1`, 'b'],
        [`${name}.0`, 'a'],
      ],
      'ab',
    ],
    [
      [
        [name, 'whole'],
        [`${name}.0`, 'left over'],
      ],
      'whole',
    ],
    [[[http.sessionToken.name, 'of http']], ''],
    [[['__Secure-next-auth.session-token', 'of an older version, or a neighbour']], ''],
    [
      [
        [`${name}X`, 'x'],
        [`${name}.x`, 'x'],
        [`${name}.10`, 'x'],
        [`x${name}`, 'x'],
        [`x${name}.0`, 'x'],
      ],
      '',
    ],
    [[], ''],
  ])('of %j is %j', (cookies, expected) => {
    expect(
      sealedSession(
        cookies.map(([name = '', value = '']) => ({ name, value })),
        https,
      ),
    ).toBe(expected)
  })

  it('knows each of its cookies by name', () => {
    expect([name, `${name}.0`, `${name}.9`].every((each) => isSessionCookie(each, https))).toBe(true)
    expect([`${name}.`, `${name}.0.1`, https.state.name, 'x'].some((each) => isSessionCookie(each, https))).toBe(false)
  })
})
