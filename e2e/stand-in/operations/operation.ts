import type { IncomingMessage } from 'node:http'
import type { OperationName, ReceivedRequest } from '../http'
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
  path: string
  /** Its body. @default none */
  body?: 'json' | 'stream'
  /** Whether it also accepts a subnet admin's JWT, as the batch upload does. */
  acceptsJwt?: true
  rateLimited?: true
  handle(call: Call): Answer | Promise<Answer>
}

/** Makes an error answer. Some errors of the interface add a `reason` or a `status`. */
export function refusal(status: number, error: string, extra: Record<string, unknown> = {}): Answer {
  return { status, body: { error, ...extra } }
}

/** Thrown inside an operation to answer with an error. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly answer: Answer

  constructor(status: number, error: string) {
    super(error)
    this.answer = refusal(status, error)
  }
}
