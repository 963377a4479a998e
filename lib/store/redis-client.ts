import 'server-only'
import { isIP } from 'node:net'
import { createClient, ErrorReply, type RedisClientOptions } from 'redis'

/*
 * The app imports this file only if a Redis is configured, because the client takes a tenth of the start-up time.
 */

// esbuild loses the names of a CommonJS package when it splits a bundle.
export { ErrorReply }

type SocketOptions = NonNullable<RedisClientOptions['socket']>

interface Options extends Pick<RedisClientOptions, 'pingInterval' | 'commandOptions' | 'disableOfflineQueue'> {
  socket: Pick<SocketOptions, 'socketTimeout' | 'reconnectStrategy'> & { connectTimeout: number }
}

/**
 * Creates a client for the address of a Redis. A provider with TLS can route by the name of the server (SNI), which
 * Node does not send by itself. An IP address is no such name (RFC 6066, section 3).
 *
 * @param url - an address that the configuration has accepted. For another one, the client's error can quote the
 *   password.
 */
export function createRedisClient(url: string, { socket, ...options }: Options) {
  const { protocol, hostname } = new URL(url)
  const isNamed = protocol === 'rediss:' && !hostname.startsWith('[') && isIP(hostname) === 0
  const name = isNamed ? ({ tls: true, servername: hostname } as const) : {}
  // Half of the time for the first address of a host leaves the other half for another one, such as IPv4.
  const perAddress = { autoSelectFamilyAttemptTimeout: socket.connectTimeout / 2 }
  return createClient({
    ...options,
    url,
    maintNotifications: 'disabled',
    // A Redis user with restricted permissions may not send it, and Redis would log each refusal.
    disableClientInfo: true,
    socket: { ...socket, ...perAddress, ...name },
  })
}
