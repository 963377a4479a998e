import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { processSingleton } from '@/lib/process-singleton'

/** What is known of the request that is being answered, wherever its code runs. */
interface RequestContext {
  correlationId: string
  /** What is made once for the request, by name. */
  values: Map<string, unknown>
}

const contexts = processSingleton('request context', () => new AsyncLocalStorage<RequestContext>())

/** Runs what it is given where this process has begun, as far as the start loads this module: in no request. */
const whereProcessBegan = processSingleton('beginning', () => contexts.exit(() => AsyncLocalStorage.snapshot()))

/** Runs the code that answers a request in a context of its own. A platform's server has none. */
export function runInRequest<Result>(correlationId: string, answer: () => Result): Result {
  return contexts.run({ correlationId, values: new Map() }, answer)
}

/**
 * The id of the request that is being answered, to be shown with an error as the code to quote. Undefined
 * outside of a request, and on a platform.
 */
export function correlationId(): string | undefined {
  return contexts.getStore()?.correlationId
}

/**
 * The one value of this name in the current request, which `proxy.ts` and the page share; made at the first call.
 * Outside of a request it is made at each call.
 */
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
