import { describe, expect, it } from 'vitest'
import { assertRecentLogin } from './provider-login'

describe('assertRecentLogin', () => {
  const now = 1_800_000_000_000
  const seconds = now / 1000

  it.each([
    // Age of the login in seconds, max_age, whether it is recent enough.
    [0, 0, true],
    [119, 0, true],
    [121, 0, false],
    [3600, 3600, true],
    [3719, 3600, true],
    [3721, 3600, false],
    [-60, 0, true],
    [1e9, undefined, true],
  ])('accepts a login %s seconds ago with a max_age of %s: %s', (age, maxAge, isRecent) => {
    const check = () => assertRecentLogin(seconds - age, maxAge, now)
    if (isRecent) expect(check).not.toThrow()
    else expect(check).toThrow('login_too_old')
  })

  it.each([undefined, null, String(seconds), {}, 0, -1, now, seconds + 121])(
    'throws login_age_unknown for an auth_time of %j only when there is a max_age',
    (authTime) => {
      expect(() => assertRecentLogin(authTime, 3600, now)).toThrow('login_age_unknown')
      expect(() => assertRecentLogin(authTime, undefined, now)).not.toThrow()
    },
  )
})
