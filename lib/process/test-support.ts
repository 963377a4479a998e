import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach } from 'vitest'

const running: Server[] = []

afterEach(() => {
  for (const server of running.splice(0)) server.close().closeAllConnections()
})

/** Starts a server on loopback, and closes it after the test. */
export async function listen(listener: RequestListener): Promise<{ server: Server; port: number }> {
  const server = createServer(listener)
  running.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server has no port')
  return { server, port: address.port }
}
