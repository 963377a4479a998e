import type { IncomingMessage } from 'node:http'
import type { ReceivedRequest } from '../received'
import type { StandInState } from '../state'
import type { OperationName } from './name'

/** What an operation answers: always JSON. */
export interface Answer {
  status: number
  body: Record<string, unknown>
  headers?: Record<string, string>
}

/** One call that got past the key and the subnet. */
export interface Call {
  state: StandInState
  query: URLSearchParams
  incoming: IncomingMessage
  /** The body as text; null where it is longer than the service reads, or is left to be streamed. */
  body: string | null
  /** Whether the call's Idempotency-Key came with an earlier call. */
  repeatsIdempotencyKey: boolean
  record: ReceivedRequest
}

/** One operation: where it is found, what opens it, and what it does. */
export interface Operation {
  name: OperationName
  method: 'GET' | 'POST'
  path: string
  body: 'none' | 'json' | 'stream'
  /** The batch upload also opens to a subnet admin's JWT. */
  acceptsJwt: boolean
  rateLimited: boolean
  handle(call: Call): Answer | Promise<Answer>
}

/** An error body; some errors of the interface add a `reason` or a `status` of their own. */
export function refusal(status: number, error: string, extra: Record<string, unknown> = {}): Answer {
  return { status, body: { error, ...extra } }
}

/** Thrown from the depths of an operation to answer with an error body at once. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly answer: Answer

  constructor(status: number, error: string) {
    super(error)
    this.answer = refusal(status, error)
  }
}
