import type { IncomingMessage } from 'node:http'
import type { OperationName, ReceivedRequest } from '../http'
import { ulidPattern } from '../ids'
import type { StandInState } from '../state'

/** The answer of an operation, which is always JSON. */
export interface Answer {
  status: number
  body: Record<string, unknown>
  headers?: Record<string, string>
}

/** An authorized call. */
export interface Call {
  state: StandInState
  query: URLSearchParams
  incoming: IncomingMessage
  /** The body as text; null if it is too long for the service, or if the operation streams it. */
  body: string | null
  /** Whether an earlier call had the same Idempotency-Key. */
  repeatsIdempotencyKey: boolean
  record: ReceivedRequest
}

/** An operation: its path, its credentials and its handler. */
export interface Operation {
  name: OperationName
  method: 'GET' | 'POST'
  /** The path below that of the subnet. */
  path: string
  readsJson?: true
  /** Whether it also accepts a subnet admin's JWT, as the batch upload does. */
  acceptsJwt?: true
  rateLimited?: true
  handle(call: Call): Answer | Promise<Answer>
}

/** Thrown to answer with an error. Some errors of the interface add a `reason` or a `status`. */
export class Refused extends Error {
  override readonly name = 'Refused'

  constructor(
    readonly status: number,
    error: string,
    readonly extra: Record<string, unknown> = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(error)
  }
}

/**
 * Authorizes a call. It checks the credential (401), its rate (429), the form of the subnet ID (400) and the right to
 * that subnet (403), in this order. So a call with a 400 or 403 counts against the rate too.
 *
 * @throws Refused
 */
export function authorize(
  { method, acceptsJwt, rateLimited }: Operation,
  { registration, otherSubnet, jwts, rateLimit, settings }: StandInState,
  { headers }: IncomingMessage,
  subnetId: string,
): void {
  // The operation with two kinds of credential has different error texts.
  const forbidden = (error: string) => new Refused(403, acceptsJwt ? 'Forbidden' : error)
  const [, credential = ''] = /^bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
  const key = [registration, otherSubnet].find(({ apiKey }) => apiKey === credential)
  if (!key) {
    const claims = acceptsJwt && jwts.get(credential)
    if (!claims || claims.lifeMs <= 0) {
      const error = acceptsJwt ? 'Invalid or missing token' : 'Invalid or missing API key'
      throw new Refused(401, error, {}, { 'WWW-Authenticate': 'Bearer' })
    }
    if (claims.subnetId === subnetId && claims.role === 'subnet_admin') return
    throw forbidden('JWT is not of an admin of this subnet')
  }

  const rate = rateLimited ? settings.rate : method === 'GET' ? settings.quirks.readRate : null
  const waitSeconds = rate ? rateLimit.take(`${method} ${key.apiKey}`, rate) : 0
  if (waitSeconds > 0) throw new Refused(429, 'Rate limit exceeded', {}, { 'Retry-After': String(waitSeconds) })
  if (!ulidPattern.test(subnetId)) throw new Refused(400, 'Subnet ID is malformed')
  if (key.subnetId !== subnetId) throw forbidden('API key is not authorized for this subnet')
  if (key === registration && !settings.keyCreatorIsAdmin)
    throw forbidden('API key was not created by a current subnet admin')
}
