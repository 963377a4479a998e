/**
 * What can go wrong between this client and the service, one class for each remedy. None of them keeps
 * the request, its headers or a body: an error must be safe to log whole.
 */

/** No answer came: the connection could not be made, or broke before the answer was read. */
export class ServiceTransportError extends Error {
  override readonly name = 'ServiceTransportError'
  /** @param code - Node's own code where there is one, for example `ECONNREFUSED`. */
  constructor(readonly code: string) {
    super(`The service could not be reached (${code}).`)
  }
}

/** The answer did not arrive within the deadline. */
export class ServiceTimeoutError extends Error {
  override readonly name = 'ServiceTimeoutError'
  constructor(readonly deadlineMs: number) {
    super(`The service did not answer within ${deadlineMs} ms.`)
  }
}

/** The answer is larger than this client reads. */
export class ServiceAnswerTooLargeError extends Error {
  override readonly name = 'ServiceAnswerTooLargeError'
  constructor(
    readonly status: number,
    readonly limitBytes: number,
  ) {
    super(`The service's answer (status ${status}) is larger than ${limitBytes} bytes.`)
  }
}

/** Node's code of a failed fetch, dug out of its causes; never its message, which can quote an address. */
export function codeOf(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
  }
  return error instanceof Error ? error.name : 'unknown'
}
