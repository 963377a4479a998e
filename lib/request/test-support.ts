import { runInRequest } from './context'

/** Runs what one request does, in its context. */
export function inRequest<Result>(answer: () => Result): Result {
  return runInRequest('TESTREQUEST', answer)
}
