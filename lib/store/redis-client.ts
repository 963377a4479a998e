import 'server-only'
import { isIP } from 'node:net'
import { createClient, ErrorReply } from 'redis'

/* The app imports this file only if a Redis is configured, because the client takes a tenth of the start-up time. */

// esbuild loses the names of a CommonJS package when it splits a bundle.
export { ErrorReply }

export type RedisClient = ReturnType<typeof createRedisClient>

const reconnectPauseMs = 1000

/**
 * Creates a client that reconnects by itself. A provider with TLS can route by the name of the server (SNI), which Node
 * does not send by itself. An IP address is no such name (RFC 6066, section 3).
 *
 * @param url - an address that the configuration has accepted. The client's error about another can quote a password.
 */
export function createRedisClient(url: string, timeoutMs: number) {
  const { protocol, hostname } = new URL(url)
  const isNamed = protocol === 'rediss:' && !hostname.startsWith('[') && isIP(hostname) === 0
  // Half of the time for the first address of a host leaves the other half for another one, such as IPv4.
  const perAddress = { autoSelectFamilyAttemptTimeout: timeoutMs / 2 }
  return createClient({
    url,
    maintNotifications: 'disabled',
    // A Redis user with restricted permissions may not send it, and Redis would log each refusal.
    disableClientInfo: true,
    // The client's own timer continues after the answer, and would keep the whole request in memory.
    commandOptions: { timeout: 0 },
    socket: {
      connectTimeout: timeoutMs,
      // A server that accepts a connection and says nothing, or a worker's connection that has died.
      socketTimeout: 5 * timeoutMs,
      reconnectStrategy: reconnectPauseMs,
      ...perAddress,
      ...(isNamed ? ({ tls: true, servername: hostname } as const) : {}),
    },
  })
}
