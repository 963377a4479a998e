import 'server-only'
import { config } from '@/lib/config'
import { log } from '@/lib/log'
import { ServiceError, type CallOptions, type ServiceAccess } from '@/lib/service'
import { problemLogFields, problemOf, type Problem } from './problem'

/** A call, or a walk, of the service's client: handed its access and its bounds, it makes the rest. */
export type ServiceCall<Result> = (access: ServiceAccess, options: CallOptions) => Result

/** What a read came to: pages render either. */
export type ReadResult<Data> = { ok: true; data: Data } | { ok: false; problem: Problem }

/** What the configuration gives the console's calls: the one place where it does. */
export function callBounds(): { access: ServiceAccess; options: CallOptions } {
  const { service } = config()
  return { access: service, options: { deadlineMs: service.deadlineMs } }
}

/**
 * Calls the service for a page or an action. Whatever the service does, or does not do in time, is a
 * result and in the log; what is not the service's doing is thrown, and ends on the error page.
 *
 * ```ts
 * const balances = await readService((access, options) => listBalances(access, { page, limit }, options))
 * if (!balances.ok) return <ServiceProblem problem={balances.problem} retryAddress={address} />
 * ```
 */
export async function readService<Data>(call: ServiceCall<Promise<Data>>): Promise<ReadResult<Data>> {
  const { access, options } = callBounds()
  try {
    return { ok: true, data: await call(access, options) }
  } catch (error) {
    return { ok: false, problem: reportProblem(error) }
  }
}

/**
 * Logs a failed call and gives what may be shown of it.
 *
 * @param secrets - what was sent besides the API key and must not be shown.
 * @throws what it was given, where that is not the service's doing
 */
export function reportProblem(error: unknown, secrets: readonly string[] = []): Problem {
  if (!(error instanceof ServiceError)) throw error
  log().warn({ event: 'service problem', ...problemLogFields(error) })
  return problemOf(error, [config().service.apiKey, ...secrets])
}
