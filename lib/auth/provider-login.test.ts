import { describe, expect, it } from 'vitest'
import { assertRecentLogin } from './provider-login'

describe('assertRecentLogin', () => {
  const now = 1_800_000_000_000
  const seconds = now / 1000

  it('throws login_too_old when the login is more than 2 minutes older than max_age', () => {
    for (const [age, maxAge, isRecent] of [
      [0, 0, true],
      [119, 0, true],
      [121, 0, false],
      [3600, 3600, true],
      [3719, 3600, true],
      [3721, 3600, false],
      [-60, 0, true],
      [1e9, undefined, true],
    ] as const) {
      const check = () => assertRecentLogin(seconds - age, maxAge, now)
      const what = `${age} s ago with a max_age of ${maxAge}`
      if (isRecent) expect(check, what).not.toThrow()
      else expect(check, what).toThrow('login_too_old')
    }
  })

  it('throws login_age_unknown for an invalid auth_time only when there is a max_age', () => {
    for (const authTime of [undefined, null, String(seconds), {}, 0, -1, now, seconds + 121]) {
      const what = JSON.stringify(authTime)
      expect(() => assertRecentLogin(authTime, 3600, now), what).toThrow('login_age_unknown')
      expect(() => assertRecentLogin(authTime, undefined, now), what).not.toThrow()
    }
  })
})
