import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { processSingleton } from '@/lib/process-singleton'

interface Known {
  proxyRequestId?: string | undefined
  response?: Pick<ServerResponse, 'statusCode'>
}

/** The context of the current request, available to all code that it runs. */
interface RequestContext extends Known {
  correlationId: string
  /** Values created once per request, by name. */
  values: Map<string, unknown>
}

const contexts = processSingleton('request context', () => new AsyncLocalStorage<RequestContext>())

/** Runs a function outside of all requests, in the context that loaded this module at the start. */
const whereProcessBegan = processSingleton('beginning', () => contexts.exit(() => AsyncLocalStorage.snapshot()))

/** Runs the code that answers a request in a new context. Requests on a platform have no context. */
export function runInRequest<Result>(correlationId: string, answer: () => Result, known: Known = {}): Result {
  return contexts.run({ correlationId, ...known, values: new Map() }, answer)
}

/**
 * Sets the status of a page, which Next lets no page do. Call it before the page waits in a Suspense boundary.
 *
 * @returns false if it can't, on a platform.
 */
export function setPageStatus(status: number): boolean {
  const { response } = contexts.getStore() ?? {}
  if (response) response.statusCode = status
  return response !== undefined
}

/**
 * Returns the id of the current request, which errors show as the support code. Undefined outside of a request, and on
 * a platform.
 */
export function correlationId(): string | undefined {
  return contexts.getStore()?.correlationId
}

/** Returns the id that a trusted proxy has given to the current request, for the log. */
export function proxyRequestId(): string | undefined {
  return contexts.getStore()?.proxyRequestId
}

/**
 * Returns the value of this name in the current request, which `proxy.ts` and the page share. The first call creates
 * it. Outside of a request, each call creates a new value.
 */
export function perRequest<Value>(name: string, make: () => Value): Value {
  const values = contexts.getStore()?.values
  if (!values) return make()
  if (!values.has(name)) values.set(name, make())
  return values.get(name) as Value
}

/**
 * Runs work that belongs to no single request. Its log lines have no request id, and its timers do not keep the
 * request's data of Next in memory.
 */
export function outsideRequests<Result>(work: () => Result): Result {
  return whereProcessBegan(work)
}
