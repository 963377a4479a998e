import { expect, it } from 'vitest'
import { hasBearerToken } from './bearer-token'

it.each(['Bearer right', 'bearer right', 'Bearer   right'])('hasBearerToken accepts %s', (authorization) => {
  expect(hasBearerToken(authorization, 'right')).toBe(true)
})

it.each([null, '', 'right', 'Bearer', 'Bearer wrong', 'Bearer righ', 'Bearer rightt', 'Bearer right x', 'Basic right'])(
  'hasBearerToken refuses %s',
  (authorization) => expect(hasBearerToken(authorization, 'right')).toBe(false),
)
