import type { IncomingMessage } from 'node:http'
import { ulidPattern } from '../ids'
import type { StandInState } from '../state'
import { refusal, type Answer, type Operation } from './operation'

/**
 * Authorizes a call. @returns the refusal, or null if the call may continue.
 *
 * It checks the credential (401), its rate (429), the form of the subnet ID (400) and the right to that subnet (403),
 * in this order. So a call with a 400 or 403 counts against the rate too.
 */
export function authorize(
  operation: Operation,
  state: StandInState,
  incoming: IncomingMessage,
  subnetId: string,
): Answer | null {
  const [, credential = ''] = /^bearer (\S+)$/i.exec(incoming.headers.authorization ?? '') ?? []
  const key = [state.registration, state.otherSubnet].find(({ apiKey }) => apiKey === credential)
  if (!key && operation.acceptsJwt) return authorizeJwt(operation, state, credential, subnetId)
  if (!key) return unauthorized(operation)

  const { rate, quirks } = state.settings
  const ownRate = operation.rateLimited ? rate : operation.method === 'GET' ? quirks.readRate : null
  if (ownRate) {
    const waitSeconds = state.rateLimit.take(`${operation.method} ${key.apiKey}`, ownRate)
    if (waitSeconds > 0) {
      return { ...refusal(429, 'Rate limit exceeded'), headers: { 'Retry-After': String(waitSeconds) } }
    }
  }
  if (!ulidPattern.test(subnetId)) return refusal(400, 'Subnet ID is malformed')
  if (key.subnetId !== subnetId) return forbidden(operation, 'API key is not authorized for this subnet')
  if (key === state.registration && !state.settings.keyCreatorIsAdmin)
    return forbidden(operation, 'API key was not created by a current subnet admin')
  return null
}

function authorizeJwt(operation: Operation, state: StandInState, token: string, subnetId: string): Answer | null {
  const claims = state.jwts.get(token)
  if (!claims || claims.lifeMs <= 0) return unauthorized(operation)
  const isAdmin = claims.subnetId === subnetId && claims.role === 'subnet_admin'
  return isAdmin ? null : forbidden(operation, 'JWT is not of an admin of this subnet')
}

// The operation with two kinds of credential has different error texts.
function unauthorized({ acceptsJwt }: Operation): Answer {
  const error = acceptsJwt ? 'Invalid or missing token' : 'Invalid or missing API key'
  return { ...refusal(401, error), headers: { 'WWW-Authenticate': 'Bearer' } }
}

function forbidden({ acceptsJwt }: Operation, error: string): Answer {
  return refusal(403, acceptsJwt ? 'Forbidden' : error)
}
