import { expect, it } from 'vitest'
import { refusalWithoutToken } from './bearer-token'

function statusFor(authorization: string | null, token: string | undefined = 'right') {
  const headers: Record<string, string> = authorization === null ? {} : { Authorization: authorization }
  return refusalWithoutToken(new Request('http://localhost/', { headers }), token)?.status
}

it('refusalWithoutToken accepts only the right token as a bearer token', () => {
  for (const right of ['Bearer right', 'bearer right', 'Bearer   right']) {
    expect(statusFor(right), right).toBeUndefined()
  }
  const wrong = ['Bearer', 'Bearer wrong', 'Bearer righ', 'Bearer rightt', 'Bearer right x', 'Basic right', 'right', '']
  for (const each of [...wrong, null]) expect(statusFor(each), `${each}`).toBe(401)
})

it('refusalWithoutToken answers 404 when the deployment has no token', () => {
  const request = new Request('http://localhost/', { headers: { Authorization: 'Bearer ' } })
  expect(refusalWithoutToken(request, undefined)?.status).toBe(404)
})
