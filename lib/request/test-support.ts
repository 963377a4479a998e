import { runInRequest } from './context'

/** Runs code in the context of a request. */
export function inRequest<Result>(answer: () => Result): Result {
  return runInRequest('TESTREQUEST', answer)
}
