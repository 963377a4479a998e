import 'server-only'
import { config } from '@/lib/config'
import { log } from '@/lib/log'
import { serviceErrorFields } from '@/lib/log/fields'
import type { Result, ServiceAccess, ServiceError, WalkOptions } from '@/lib/service'
import { problemOf, type Problem } from './problem'

export type ServiceCall<Answer> = (access: ServiceAccess, options: WalkOptions) => Answer

export interface Failure {
  kind: 'failed'
  problem: Problem
}

export type ReadResult<Data> = { kind: 'read'; data: Data } | Failure

/** Returns the settings for a streamed response. A walk may pause for as long as the configuration allows. */
export function streamSettings(maxPauseMs = config().service.maxPauseMs) {
  const { service } = config()
  return { access: service as ServiceAccess, options: { deadlineMs: service.deadlineMs, maxPauseMs } }
}

/** The settings for a page. It renders only after a pause, so a pause is at most one call's deadline long. */
export const callSettings = () => streamSettings(config().service.deadlineMs)

export async function readService<Data>(call: ServiceCall<Promise<Result<Data>>>): Promise<ReadResult<Data>> {
  const { access, options } = callSettings()
  const result = await call(access, options)
  return result.ok ? { kind: 'read', data: result.data } : failureOf(result.error)
}

export const failureOf = (error: ServiceError): Failure => ({ kind: 'failed', problem: reportProblem(error) })

/** @param secrets - those in the request besides the API key. A text that quotes one is not shown. */
export function reportProblem(error: ServiceError, secrets: readonly string[] = []): Problem {
  log().warn({ event: 'service problem', ...serviceErrorFields(error) })
  return problemOf(error, [config().service.apiKey, ...secrets])
}
