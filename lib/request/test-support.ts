import { runInRequest } from './context'

export function inRequest<Result>(answer: () => Result): Result {
  return runInRequest('TESTREQUEST', answer)
}
