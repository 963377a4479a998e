import { afterAll, beforeAll } from 'vitest'
import { startRedis, type Redis } from '@/e2e/harness/redis'
import { RedisConnection } from './redis-connection'

export interface TestRedis extends Redis {
  /** Opens a connection, which closes after the last test of the file. */
  connect(options?: Partial<ConstructorParameters<typeof RedisConnection>[0]>): RedisConnection
}

export function useRedis(): TestRedis {
  const connections: RedisConnection[] = []
  const redis = {
    connect(options) {
      // Long enough for a busy machine.
      const connection = new RedisConnection({ url: redis.url, timeoutMs: 10_000, ...options })
      connections.push(connection)
      return connection
    },
  } as TestRedis
  beforeAll(async () => void Object.assign(redis, await startRedis()))
  afterAll(async () => {
    for (const connection of connections) connection.close()
    await redis.close()
  })
  return redis
}
