import { expect, it } from 'vitest'
import { hasBearerToken } from './bearer-token'

it('hasBearerToken accepts only the right token as a bearer token', () => {
  for (const right of ['Bearer right', 'bearer right', 'Bearer   right']) {
    expect(hasBearerToken(right, 'right'), right).toBe(true)
  }
  const wrong = ['Bearer', 'Bearer wrong', 'Bearer righ', 'Bearer rightt', 'Bearer right x', 'Basic right', 'right', '']
  for (const each of [...wrong, null]) expect(hasBearerToken(each, 'right'), `${each}`).toBe(false)
})
