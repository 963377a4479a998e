import { describe, expect, it } from 'vitest'
import { assertRecentLogin } from './provider-login'

describe('assertRecentLogin', () => {
  const now = 1_800_000_000
  /** Checks a sign-in of this age, in a login that began 30 seconds ago. */
  const check = (authTime: unknown, maxAge: number | undefined, iat = now) =>
    assertRecentLogin({ auth_time: authTime, iat }, maxAge, { begunAt: now - 30, now })

  it('throws login_too_old when the sign-in was older than max_age as this login began', () => {
    for (const [age, maxAge, isRecent] of [
      [0, 0, true],
      [30, 0, true],
      [31, 0, false],
      [3600, 3600, true],
      [3630, 3600, true],
      [3631, 3600, true],
      [3632, 3600, false],
      [-60, 0, true],
      [1e9, undefined, true],
    ] as const) {
      const what = `${age} s ago with a max_age of ${maxAge}`
      if (isRecent) expect(() => check(now - age, maxAge), what).not.toThrow()
      else expect(() => check(now - age, maxAge), what).toThrow('login_too_old')
    }
  })

  it('compares by the provider’s clock, which may differ by a minute', () => {
    for (const [ahead, age, isRecent] of [
      [50, 20, true],
      [50, 40, false],
      [-50, 20, true],
      [-50, 40, false],
      [-80, 20, false],
    ] as const) {
      const what = `${age} s ago at a clock ${ahead} s ahead`
      const checkThere = () => check(now + ahead - age, 0, now + ahead)
      if (isRecent) expect(checkThere, what).not.toThrow()
      else expect(checkThere, what).toThrow('login_too_old')
    }
  })

  it('throws login_too_old when the provider sets iat back', () => {
    expect(() => check(now - 100, 0, now - 300)).toThrow('login_too_old')
    expect(() => check(now - 20, 0, now - 300)).not.toThrow()
  })

  it('throws login_age_unknown for an invalid auth_time only when there is a max_age', () => {
    for (const authTime of [undefined, null, String(now), {}, 0, -1, now * 1000, now + 61]) {
      const what = JSON.stringify(authTime)
      expect(() => check(authTime, 3600), what).toThrow('login_age_unknown')
      expect(() => check(authTime, undefined), what).not.toThrow()
    }
  })
})
