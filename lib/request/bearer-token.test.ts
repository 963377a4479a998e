import { expect, it } from 'vitest'
import { hasBearerToken } from './bearer-token'

it.each(['Bearer right', 'bearer right', 'Bearer   right'])('is there: %s', (authorization) => {
  expect(hasBearerToken(authorization, 'right')).toBe(true)
})

it.each([null, '', 'right', 'Bearer', 'Bearer wrong', 'Bearer righ', 'Bearer rightt', 'Bearer right x', 'Basic right'])(
  'is not there: %s',
  (authorization) => expect(hasBearerToken(authorization, 'right')).toBe(false),
)
