import 'server-only'
import { clearInterval, setInterval } from 'node:timers'
import { errorName } from '@/lib/log/fields'
import { StoreUnavailableError } from './store'

/**
 * The state of Redis:
 *
 * - `ok`: it accepts writes.
 * - `away`: there is no connection, or no answer.
 * - `full`: it has no memory left for a write. It can still be read.
 * - `read_only`: it is a replica, for example a former primary after a failover.
 * - `loading`: it has not loaded all of its data yet.
 * - `refused`: it refuses for another reason, such as a wrong password.
 */
export type RedisState = 'ok' | 'away' | 'full' | 'read_only' | 'loading' | 'refused'

/** The state, and the code or name of the error. With `ok`, it is the error of a single command that Redis refused. */
export interface RedisHealth {
  state: RedisState
  reason: string | null
}

/** The reasons of `RedisHealth` for which this app can never use a Redis, with the remedy for each. */
export const unsupportedRedis: Readonly<Record<string, string>> = {
  SENTINEL:
    'REDIS_URL leads to a Sentinel, which keeps no data. Set it to an address that follows the primary, such as a proxy’s or your provider’s.',
  SHARDS:
    'REDIS_URL leads to a Redis Cluster with several shards. Use a Redis without cluster mode, or a cluster with one shard.',
}

/** Redis has not answered in time. */
export class RedisTimeoutError extends Error {
  override readonly name = 'RedisTimeoutError'
}

/** The number of parts into which `within` divides a wait. */
const waitParts = 10

/**
 * Waits for the work, with a time limit. The limit counts only time in which this process can read an answer. While the
 * process is blocked, for example because it loads modules, at most one part of the wait elapses.
 *
 * @throws RedisTimeoutError
 */
export async function within<Result>(timeoutMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    let partsLeft = waitParts
    timer = setInterval(() => {
      partsLeft -= 1
      if (partsLeft === 0) reject(new RedisTimeoutError())
    }, timeoutMs / waitParts)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearInterval(timer)
  }
}

const stateOfReply: Readonly<Record<string, RedisState>> = {
  OOM: 'full',
  READONLY: 'read_only',
  // The answer of a replica in cluster mode.
  MOVED: 'read_only',
  LOADING: 'loading',
  MASTERDOWN: 'loading',
}

/** Returns the state of Redis that caused an error. */
export function stateOf(error: unknown): RedisState {
  // Redis is of an unsupported kind.
  if (error instanceof StoreUnavailableError) return 'refused'
  const reply = replyIn(error)
  return reply === undefined ? 'away' : (stateOfReply[reply] ?? 'refused')
}

/** Returns a reason without data: an error's code, Redis's own code like WRONGPASS, or the error's name. */
export function reasonOf(error: unknown): string {
  if (error instanceof StoreUnavailableError) return error.reason
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code
  return replyIn(error) ?? errorName(error)
}

/**
 * Returns the first word of an error reply of Redis. It returns undefined for other errors, such as network errors,
 * which have a `code`.
 */
export function replyIn(error: unknown): string | undefined {
  if (!(error instanceof Error) || 'code' in error) return undefined
  // A transaction has an error for each command.
  if ('replies' in error && Array.isArray(error.replies))
    return replyIn(error.replies.find((one) => one instanceof Error))
  // Redis 6 wraps the error of a script's command in another error.
  return (
    /^ERR Error running script .*: -([A-Z]{2,}) /.exec(error.message) ?? /^([A-Z]{2,})\b/.exec(error.message)
  )?.[1]
}
