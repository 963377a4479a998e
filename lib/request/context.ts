import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import { processSingleton } from '@/lib/process-singleton'

interface Known {
  proxyRequestId?: string | undefined
  response?: Pick<ServerResponse, 'statusCode'>
}

interface RequestContext extends Known {
  correlationId: string
  /** Values created once per request, by name. */
  values: Map<string, unknown>
}

const contexts = processSingleton('request context', () => new AsyncLocalStorage<RequestContext>())

/** Requests on a platform have no context. */
export function runInRequest<Result>(correlationId: string, answer: () => Result, known: Known = {}): Result {
  return contexts.run({ correlationId, ...known, values: new Map() }, answer)
}

/** Sets the status of a page before it waits in a Suspense boundary. Returns false if it can't, on a platform. */
export function setPageStatus(status: number): boolean {
  const { response } = contexts.getStore() ?? {}
  if (response) response.statusCode = status
  return response !== undefined
}

/** Returns the support code. Undefined outside of a request, and on a platform. */
export function correlationId(): string | undefined {
  return contexts.getStore()?.correlationId
}

export function proxyRequestId(): string | undefined {
  return contexts.getStore()?.proxyRequestId
}

/** Returns the value of this name in the request, which `proxy.ts` and the page share. Outside, each call makes one. */
export function perRequest<Value>(name: string, make: () => Value): Value {
  const values = contexts.getStore()?.values
  if (!values) return make()
  if (!values.has(name)) values.set(name, make())
  return values.get(name) as Value
}

/**
 * Runs work in the context that loaded this module at the start. Its log lines have no request id, and its timers do
 * not keep a request's data in memory.
 */
export const outsideRequests: <Result>(work: () => Result) => Result = processSingleton('beginning', () =>
  contexts.exit(() => AsyncLocalStorage.snapshot()),
)
