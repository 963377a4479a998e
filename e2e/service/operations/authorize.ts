import type { IncomingMessage } from 'node:http'
import { ulidPattern } from '../ids'
import type { ServiceState } from '../state'
import { refusal, type Answer, type Operation } from './operation'

/**
 * Who is calling, and may they? Answers the refusal, or null where the call may go on.
 *
 * The order is: the credential (401), its rate (429, so that a call refused for another reason
 * counts too), the shape of the subnet ID (400), the right to that subnet (403).
 */
export function authorize(
  operation: Operation,
  state: ServiceState,
  incoming: IncomingMessage,
  subnetId: string,
): Answer | null {
  const key = state.keys.find(bearer(incoming) ?? '')
  if (!key) return unauthorized('Invalid or missing API key')

  if (operation.rateLimited) {
    const waitSeconds = state.rateLimit.take(key.value, state.settings.rate)
    if (waitSeconds > 0) {
      return {
        ...refusal(429, 'Rate limit exceeded'),
        headers: { 'Retry-After': String(waitSeconds) },
      }
    }
  }
  if (!ulidPattern.test(subnetId)) return refusal(400, 'Subnet ID is malformed')
  if (key.subnetId !== subnetId) return refusal(403, 'API key is not authorized for this subnet')
  if (!key.creatorIsAdmin) return refusal(403, 'API key was not created by a current subnet admin')
  return null
}

/** The credential of `Authorization: Bearer <credential>`, or null. */
export function bearer(incoming: IncomingMessage): string | null {
  // The scheme is case-insensitive in HTTP; one space, and nothing after the credential.
  return /^bearer ([^\s]+)$/i.exec(incoming.headers.authorization ?? '')?.[1] ?? null
}

export function unauthorized(error: string): Answer {
  return { ...refusal(401, error), headers: { 'WWW-Authenticate': 'Bearer' } }
}
