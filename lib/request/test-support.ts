import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { runInRequest } from './context'

/** Runs what one request does, in its context. */
export function inRequest<Result>(answer: () => Result): Result {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  return runInRequest({ request, response, isBehindProxy: false, allowBodyTime: () => {} }, answer)
}
