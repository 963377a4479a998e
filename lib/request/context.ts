import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { correlationHeader, correlationIdOf } from './correlation'
import { perProcess } from '@/lib/per-process'

/** What is known of the request that is being answered, wherever its code runs. */
interface RequestContext {
  correlationId: string
  /** The address of the connection that it came by: the client's, or the last proxy's. */
  socketAddress: string
  /** What is made once for the request, by name. */
  values: Map<string, unknown>
  /** Gives the body of the request so many milliseconds from now to arrive, in place of the usual minute. */
  allowBodyTime: (milliseconds: number) => void
}

const contexts = perProcess('request context', () => new AsyncLocalStorage<RequestContext>())

/** Runs what it is given where this process has begun, as far as the start loads this module: in no request. */
const whereProcessBegan = perProcess('beginning', () => contexts.exit(() => AsyncLocalStorage.snapshot()))

/**
 * The id of the request that is being answered, to be shown with an error as the code to quote. Undefined
 * outside of a request, as in a page that is made at build time.
 */
export function correlationId(): string | undefined {
  return contexts.getStore()?.correlationId
}

/** The address of the connection by which the current request came; empty outside of a request. */
export function socketAddress(): string {
  return contexts.getStore()?.socketAddress ?? ''
}

/** How long an upload may take: 1 GB needs two and a half hours at 1 Mbit/s. */
const longestUploadMs = 24 * 60 * 60 * 1000

/**
 * Lets the body of the current request arrive as slowly as a large file does. Called once the sender is known to
 * be an operator. Where a platform runs a server of its own, that server's limits hold.
 */
export function allowLongUpload(): void {
  contexts.getStore()?.allowBodyTime(longestUploadMs)
}

/** The one value of this name in the current request, made at the first call; outside of a request, at each call. */
export function perRequest<Value>(name: string, make: () => Value): Value {
  const values = contexts.getStore()?.values
  if (!values) return make()
  if (!values.has(name)) values.set(name, make())
  return values.get(name) as Value
}

/**
 * Runs what no single request is the cause of: its log lines carry no request's id, and its timers do not keep what Next
 * has stored for the request for as long as they run.
 */
export function outsideRequests<Result>(work: () => Result): Result {
  return whereProcessBegan(work)
}

/**
 * Runs the code that answers a request, in its context, and puts the id on its response.
 *
 * @param options.isBehindProxy - whether `X-Request-Id` is a proxy's word, and not any client's.
 */
export function runInRequest<Result>(
  options: { request: IncomingMessage; response: ServerResponse; isBehindProxy: boolean } & Pick<
    RequestContext,
    'allowBodyTime'
  >,
  answer: () => Result,
): Result {
  const { request, response, isBehindProxy, allowBodyTime } = options
  const context = {
    allowBodyTime,
    values: new Map(),
    correlationId: correlationIdOf(isBehindProxy ? request.headers['x-request-id'] : undefined),
    socketAddress: request.socket.remoteAddress ?? '',
  }
  response.setHeader(correlationHeader, context.correlationId)
  return contexts.run(context, answer)
}
