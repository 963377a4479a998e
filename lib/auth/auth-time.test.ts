import { expect, it } from 'vitest'
import { assertRecentLogin } from './auth-time'

const now = 1_800_000_000_000
const seconds = now / 1000

it.each([
  // How long ago, max_age, whether it is recent.
  [0, 0, true],
  [119, 0, true],
  [121, 0, false],
  [3600, 3600, true],
  [3719, 3600, true],
  [3721, 3600, false],
  [-60, 0, true],
  [1e9, undefined, true],
])('a login %s seconds ago, for a max_age of %s, is recent: %s', (age, maxAge, isRecent) => {
  const check = () => assertRecentLogin(seconds - age, maxAge, now)
  if (isRecent) expect(check).not.toThrow()
  else expect(check).toThrow('older than max_age')
})

it.each([undefined, null, String(seconds), {}])('an auth_time of %j counts as none', (authTime) => {
  expect(() => assertRecentLogin(authTime, 3600, now)).toThrow('no auth_time')
  expect(() => assertRecentLogin(authTime, undefined, now)).not.toThrow()
})
