import 'server-only'
import { config } from '@/lib/config'
import { log } from '@/lib/log'
import type { LogEvent } from '@/lib/log/fields'
import { processSingleton } from '@/lib/process-singleton'
import { outsideRequests } from '@/lib/request/context'
import { processStore } from './process-store'
import { RedisConnection, unsupportedRedis, type RedisHealth, type RedisState } from './redis-connection'
import { redisStore } from './redis-store'
import type { Store } from './store'

export { unsupportedRedis, type RedisHealth, type RedisState } from './redis-connection'
export { nullIfUnavailable, StoreUnavailableError, unlessUnavailable } from './store'
export type { ListEntry, Store, StoredList } from './store'

/** The prefix of this deployment's keys, because several deployments can share a Redis. */
export function keyPrefix(): string {
  const { subnetId, environment } = config().service
  return `subnet-connect:${environment}:${subnetId}:`
}

/** Undefined if no Redis is configured. */
export function redisConnection(): RedisConnection | undefined {
  const url = config().redisUrl
  if (url === undefined) return undefined
  return processSingleton('redis', () => new RedisConnection({ url, prefix: keyPrefix(), onChange }))
}

/** Returns the state of Redis, at most a second old; null if none is configured. It never throws. */
export async function checkRedis(): Promise<RedisHealth | null> {
  return (await redisConnection()?.health()) ?? null
}

/** A write that waits for Redis is repeated every second. */
const signOutsWaitMs = 1500

/**
 * Checks whether Redis knows the sign-outs at all instances. Redis does once it has accepted writes long enough for
 * those that waited. True if no Redis is configured. It never throws.
 */
export async function hasAllSignOuts(): Promise<boolean> {
  const connection = redisConnection()
  await connection?.check()
  return !connection || connection.okForMs > signOutsWaitMs
}

/** The store in Redis if one is configured, otherwise in this process. */
export function store(): Store {
  return processSingleton('store', () => {
    const connection = redisConnection()
    return connection ? redisStore(connection, keyPrefix()) : processStore()
  })
}

const events: Readonly<Record<RedisState, LogEvent>> = {
  ok: 'redis is there',
  away: 'redis is away',
  full: 'redis is full',
  read_only: 'redis is read-only',
  loading: 'redis is loading',
  refused: 'redis refuses commands',
}

const refusedHint = 'Redis accepts other commands; delete or rename keys of this app that have another type or content'

function onChange({ state, reason }: RedisHealth): void {
  // The log line must not have the ID of the request that happened to notice the change.
  outsideRequests(() => {
    if (state === 'ok' && reason === null) return log().info({ event: events.ok })
    if (state === 'ok') return log().error({ event: events.refused, reason, hint: refusedHint })
    const hint =
      unsupportedRedis[reason ?? ''] ??
      'until it takes writes, this instance counts limits by itself and makes its share of the confirm calls'
    log().error({ event: events[state], reason, instances: config().instances, hint })
  })
}
