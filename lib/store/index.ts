import 'server-only'
import { config, type Config } from '@/lib/config'
import { log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { outsideRequests } from '@/lib/request/context'
import { processStore } from './process-store'
import { RedisConnection, type OnRedisChange } from './redis-connection'
import { redisStore } from './redis-store'
import type { Store } from './store'

export { StoreUnavailableError, unlessUnavailable } from './store'
export type { ListEntry, Store } from './store'

type Deployment = Pick<Config['service'], 'subnetId' | 'environment'>

/** Begins every key of this deployment, so that one Redis can serve several. */
export function keyPrefix({ subnetId, environment }: Deployment = config().service): string {
  return `subnet-connect:${environment}:${subnetId}:`
}

/** The connection to Redis; undefined where none is configured. */
export function redisConnection(): RedisConnection | undefined {
  const url = config().redisUrl
  return url === undefined ? undefined : perProcess('redis', () => new RedisConnection({ url, onChange: logChange }))
}

/** What outlives a request: in Redis where it is configured, and else in this process. */
export function store(): Store {
  return perProcess('store', () => {
    const connection = redisConnection()
    return connection ? redisStore(connection, keyPrefix()) : processStore()
  })
}

const logChange: OnRedisChange = (change) =>
  // Not the doing of the request that happened to connect.
  outsideRequests(() => {
    if (change.isAvailable) log().info({ event: 'redis is there' })
    else log().error({ event: 'redis is away', reason: change.reason })
  })
