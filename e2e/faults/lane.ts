import { setTimeout as sleep } from 'node:timers/promises'
import { RedisConnection } from '@/lib/store/redis-connection'
import { startFaultProxy, type FaultProxy } from '../harness/fault-proxy'
import type { StandIn } from '../stand-in/start'

/** The connections of two instances to the service and to Redis, each through a proxy that injects faults. */
export interface Lane {
  service: FaultProxy
  /** The service's base URL through that proxy. */
  serviceUrl: string
  redis: { proxy: FaultProxy; connections: readonly [RedisConnection, RedisConnection] }
  /** Stops all faults, and waits until Redis is available again. */
  heal(): Promise<void>
  close(): Promise<void>
}

export async function startLane(standIn: StandIn, redisPort: number): Promise<Lane> {
  const url = new URL(standIn.baseUrl)
  const service = await startFaultProxy(Number(url.port))
  url.port = String(service.port)
  url.hostname = '127.0.0.1'
  const proxy = await startFaultProxy(redisPort)
  const connect = () => new RedisConnection({ url: `redis://127.0.0.1:${proxy.port}`, timeoutMs: 400 })
  const connections = [connect(), connect()] as const
  return {
    service,
    serviceUrl: url.href,
    redis: { proxy, connections },
    async heal() {
      service.nextFault = () => undefined
      proxy.nextFault = () => undefined
      for (const connection of connections) {
        const endsAt = Date.now() + 20_000
        while (!(await answers(connection))) {
          if (Date.now() > endsAt) throw new Error('The connection to Redis has not come back.')
          await sleep(10)
        }
      }
    },
    async close() {
      for (const connection of connections) connection.close()
      await Promise.all([service.close(), proxy.close()])
    },
  }
}

const answers = (connection: RedisConnection) =>
  connection
    .run((client) => client.ping())
    .then(
      (answer) => answer === 'PONG',
      () => false,
    )
