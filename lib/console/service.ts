import 'server-only'
import { config } from '@/lib/config'
import { log } from '@/lib/log'
import { serviceErrorFields } from '@/lib/log/fields'
import type { Result, ServiceAccess, ServiceError, WalkOptions } from '@/lib/service'
import { problemOf, type Problem } from './problem'

/** A call or a walk of the service's client, with the access and the limits to use. */
export type ServiceCall<Answer> = (access: ServiceAccess, options: WalkOptions) => Answer

export interface Failure {
  kind: 'failed'
  problem: Problem
}

export type ReadResult<Data> = { kind: 'read'; data: Data } | Failure

/** Returns the settings for a streamed response. A walk may pause for as long as the configuration allows. */
export function streamSettings(maxPauseMs = config().service.maxPauseMs): {
  access: ServiceAccess
  options: WalkOptions
} {
  const { service } = config()
  return {
    access: service,
    options: { deadlineMs: service.deadlineMs, maxPauseMs },
  }
}

/**
 * Returns the settings for a page. The app renders it after the call, so a walk may pause at most for one call's
 * deadline.
 */
export const callSettings = () => streamSettings(config().service.deadlineMs)

/** Calls the service for a page or an action. It logs a failed call and returns a problem. */
export async function readService<Data>(call: ServiceCall<Promise<Result<Data>>>): Promise<ReadResult<Data>> {
  const { access, options } = callSettings()
  const result = await call(access, options)
  return result.ok ? { kind: 'read', data: result.data } : failureOf(result.error)
}

/** Logs a failed call, and returns the failure to show. */
export const failureOf = (error: ServiceError): Failure => ({ kind: 'failed', problem: reportProblem(error) })

/**
 * Logs a failed call, and returns the problem to show.
 *
 * @param secrets - the secrets in the request in addition to the API key. The message is null if the service's text
 *   quotes a secret.
 */
export function reportProblem(error: ServiceError, secrets: readonly string[] = []): Problem {
  log().warn({ event: 'service problem', ...serviceErrorFields(error) })
  return problemOf(error, [config().service.apiKey, ...secrets])
}
