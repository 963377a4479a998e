import { describe, expect, it } from 'vitest'
import { assertRecentLogin } from './provider-login'

describe('assertRecentLogin', () => {
  const now = 1_800_000_000
  /** Checks a sign-in of this age, in a login that began 30 seconds ago. */
  const check = (authTime: unknown, maxAge: number | undefined, iat = now) =>
    assertRecentLogin({ auth_time: authTime, iat }, maxAge, { begunAt: now - 30, now })

  it('throws login_too_old when the sign-in was older than max_age as this login began, by the provider’s clock', () => {
    for (const [age, maxAge, isRecent] of [
      [0, 0, true],
      [30, 0, true],
      [31, 0, false],
      [3600, 3600, true],
      [3631, 3600, true],
      [3632, 3600, false],
      [-60, 0, true],
      [1e9, undefined, true],
    ] as const) {
      for (const behind of [0, 50]) {
        const checkThere = () => check(now - behind - age, maxAge, now - behind)
        const what = `${age} s ago with a max_age of ${maxAge}, at a clock ${behind} s behind`
        if (isRecent) expect(checkThere, what).not.toThrow()
        else expect(checkThere, what).toThrow('login_too_old')
      }
    }
  })

  it('accepts a new sign-in when another server with a faster clock began the login', () => {
    const login = { auth_time: now, iat: now }
    expect(() => assertRecentLogin(login, 0, { begunAt: now + 5, now })).not.toThrow()
  })

  it('throws login_age_unknown for a time in the future only when there is a max_age', () => {
    for (const authTime of [now * 1000, now + 61]) {
      expect(() => check(authTime, 3600)).toThrow('login_age_unknown')
      expect(() => check(authTime, undefined)).not.toThrow()
    }
    expect(() => check(now + 60, 3600)).not.toThrow()
  })
})
